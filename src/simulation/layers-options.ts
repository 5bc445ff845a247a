import type { FineOptions } from '../layers/fine.js';
import type { LayersOptions } from '../layers/layers.js';
import type { SceneRain } from '../scene/rain.js';
import type { Scene } from '../scene/scene.js';

/** The layers a scene asks for. Fine drops stand between the coating's angles. */
export function layersOptions({ seed, coating, rain, fine, fog, film }: Scene): LayersOptions {
  if (!fine) return { fine, fog, film };
  const contactAngle = (coating.advancing + coating.receding) / 2;
  const refill = fine.refill ?? refillBy(rain);
  return { fine: { ...fine, seed, contactAngle, refill }, fog, film };
}

/** Measured rain says itself how much falls in small drops; of other rain it is only known whether it rains. */
function refillBy(rain: SceneRain): FineOptions['refill'] {
  const kinds = rain.kind === 'several' ? rain.rains.map(({ kind }) => kind) : [rain.kind];
  if (kinds.includes('marshall-palmer')) return 'rain';
  return kinds.every((kind) => kind === 'none') ? Number.POSITIVE_INFINITY : null;
}

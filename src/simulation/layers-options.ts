import type { LayersOptions } from '../layers/layers.js';
import type { Scene } from '../scene/scene.js';

/** The layers a scene asks for. Fine drops stand between the coating's angles; without rain nothing refills by itself. */
export function layersOptions({ seed, coating, rain, fine, fog, film }: Scene): LayersOptions {
  if (!fine) return { fine, fog, film };
  const contactAngle = (coating.advancing + coating.receding) / 2;
  const refill = fine.refill ?? (rain.kind === 'none' ? Number.POSITIVE_INFINITY : null);
  return { fine: { ...fine, seed, contactAngle, refill }, fog, film };
}

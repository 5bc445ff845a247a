/** What a camera in space sees of a scene: the picture, and the numbers under its pixels, by rays. */
import { type Frame, RivuletError, type Scene, type Simulation } from '../../index.js';
import { type Picture, renderTracedMaps, type TracedMapName } from '../../render/offline/index.js';
import { readCamera, viewportOf } from '../../render/picture/camera.js';
import { createSurface } from '../../surface/create-surface.js';
import { createTracePool } from '../../worker/node.js';
import type { CommandContext } from '../command.js';
import { drySimulation } from '../painter.js';
import { readTraceWish } from '../traced-painter.js';
import {
  beautyReading,
  type ExportMap,
  encodeBeauty,
  encodeLight,
  filingOf,
  MEANINGS,
  SPACE_MAPS,
  SPACE_MEANINGS,
} from './map-files.js';
import type { SurveyOptions, Surveyor } from './surveyor.js';

/** Throws unless a scene is seen by a camera in space. */
export function checkSpace({ surface, camera }: Scene): void {
  if (surface.kind !== 'pane' || 'position' in camera) return;
  const why = 'needs a camera in space; maps of a pane have the framing of its camera as they are';
  throw new RivuletError(`--framing camera ${why}. Leave it out, or set camera.position.`);
}

/** The surveyor of a camera in space. Throws on a wrong backdrop, camera or map. */
export async function makeTracedSurveyor(
  { scene }: Simulation,
  options: SurveyOptions,
  context: CommandContext,
): Promise<Surveyor> {
  const { maps, format, quality, threads, size } = options;
  const { interrupt } = context;
  const stranger = maps.find((map) => !SPACE_MAPS.includes(map));
  if (stranger) {
    throw new RivuletError(
      `--maps ${stranger} is of the glass. With --framing camera take of ${SPACE_MAPS.join(', ')}.`,
    );
  }
  const surface = createSurface(scene.surface);
  const wish = { ...(await readTraceWish(scene, surface, { size }, context)), quality };
  const { width, height } = wish;
  const pool = createTracePool({ ...wish, surface: scene.surface }, threads);

  async function picture(frame: Frame): Promise<Uint8Array> {
    if (format === 'exr') return encodeLight(await interrupt.orEnd(pool.renderLinear(frame)));
    return encodeBeauty((await interrupt.orEnd(pool.render(frame))) as Picture, format);
  }

  /** A pool traces the frames of one simulation, so dry glass has one of its own. */
  async function clean(): Promise<Uint8Array> {
    const own = await makeTracedSurveyor(drySimulation(scene), { ...options, maps: ['beauty'] }, context);
    try {
      return (await own.survey(drySimulation(scene).frame(), ['beauty'], 0)).get('beauty') as Uint8Array;
    } finally {
      own.dispose();
    }
  }

  const filings = new Map(
    maps.filter(isTraced).map((map) => [map, filingOf(map === 'refraction' ? 'direction' : map, format, [])]),
  );
  return {
    views: surface.charts.map((chart) =>
      viewportOf(readCamera({}), chart.width, chart.height, chart.columns, chart.rows),
    ),
    charts: ['camera'],
    behind: null,
    space: { framing: 'camera', camera: wish.camera, picture: { width, height } },
    legend: Object.fromEntries(
      maps.map((map) => [
        map,
        {
          ...(SPACE_MEANINGS[map] ?? MEANINGS[map]),
          ...(isTraced(map) ? filings.get(map)?.reading : beautyReading(format)),
        },
      ]),
    ),
    turnTo: async () => {},
    async survey(frame, wanted) {
      const files = new Map<ExportMap, Uint8Array>();
      if (wanted.includes('beauty')) files.set('beauty', await picture(frame));
      if (wanted.includes('clean')) files.set('clean', await clean());
      const names = wanted.filter(isTraced);
      if (names.length === 0) return files;
      await interrupt.rest();
      const numbers = renderTracedMaps(frame, names, { ...wish, surface });
      for (const map of names) {
        const file = filings.get(map)?.open(width, height);
        file?.put(numbers[map], 0);
        if (file) files.set(map, file.encode());
        await interrupt.rest();
      }
      return files;
    },
    ids: (frame) => ({ ids: renderTracedMaps(frame, ['id'], { ...wish, surface }).id, width, height }),
    dispose: () => pool.dispose(),
  };
}

function isTraced(map: ExportMap): map is TracedMapName & ExportMap {
  return map !== 'beauty' && map !== 'clean';
}

import type { RIVULET_OPTIONS } from '../rivulet/options.js';
import type { PAPER_OPTIONS } from './options.js';

/** What the options of the models with maps mean. Apart from their tables, so that pages do not carry texts for readers. */
export const MAP_OPTION_MEANINGS: Readonly<Record<keyof typeof PAPER_OPTIONS | keyof typeof RIVULET_OPTIONS, string>> =
  {
    smoothing: '3×3 mean and threshold on the trail map (CHEN-10).',
    erosion: 'Trails shrink from their sides (CHEN-11).',
    residuals: 'Running drops leave residual droplets (CHEN-8).',
    merging: 'Drops that touch become one (CHEN-14, 15).',
    maps: 'Still drops in a map of their own, untouched by the operators (CHEN-O8), or everything in one map as printed.',
    operatorPeriod:
      'Time between two runs of smoothing and erosion at 0.5 mm cells, scaled with the cell size; 0 is every step (CHEN-O6).',
    smoothingThreshold: 'Smoothed heights below this become 0 (ε_h, T_e).',
    idThreshold: 'Unowned cells at least this high take the id of their highest neighbour (T_id).',
    trailDrain:
      'Time in which a trail runs thin, e-fold, besides smoothing and erosion; sooner where affinity is low. 0: it does not.',
    viscosity:
      'Drag in proportion to the speed, ηf(θ) of Nakata eq. 5; 800 gives runs of about 50 mm/s on ordinary glass.',
    residualLaw:
      'Probability of a residual droplet: rising with the time since the last one (Chen eq. 1), or constant.',
    residualPeriod: 'τmax of Chen eq. 1.',
    residualRate: 'β of Chen eq. 1.',
    residualShareMin: 'Smallest share α a residual droplet takes.',
    residualShareMax: 'Largest share α a residual droplet takes.',
    mergeGain: 'μ: speed of a merged drop over what momentum gives.',
    adjacency: 'Do cells that meet at a corner touch (Chen), or only those that share a side (Chin)?',
    relabel:
      'After a merge all cells of the old ids change (CHEN-O12), or only those connected to the contact (CHIN-18).',
    contact: 'Does touching a drop’s trail merge (as in both papers), or only touching the drop itself?',
    deadTrails:
      'The trail of a drop that left keeps its dead id, or takes the id of a drop that touches it (CHIN-17). Drops follow it either way.',
    regions: 'The three regions begin beyond the drop’s own footprint (CHEN-O1), or at three rows ahead as printed.',
    chooses:
      'A drop chooses its direction once a part, however far it goes, or again where it has gone as far as the regions lie ahead.',
    meander: 'Largest random turn θ.',
    meanderWhen: 'Turn where the regions do not differ (CHEN-O2), or whenever the way is straight down (CHIN-7).',
    affinityTie: 'Mean affinities closer together than this do not differ (CHEN-O2).',
    affinity: 'U(0, 1) (Chen), or N(0.5, 1.5) (Chin, Table 1). Fixed once the simulation runs.',
    affinityGrain:
      'Size of patches of like affinity; 0 is a value of its own for every cell. Fixed once the simulation runs.',
    lobes: 'A still drop is a chain of 1 to this many hemispheres (CHEN-12).',
    irregularity: 'How far the outline of a still drop follows the glass instead of a circle.',
    stretchMax: 'Length of a very fast drop between head and tail over its radius (s_max, NAK-O3).',
    stretchSpeed: 'Speed at which a drop has 63 % of that stretch (v_s, NAK-O3).',
    relax: 'Merged drops start at their common centre of mass, and shapes change over the capillary time (CHIN-L2).',
    relaxation: 'Time in which a shape relaxes over the capillary time √(ρR³/γ).',
    impact:
      'Contact angle of a drop that has just come over that at rest: it lies spread and draws together; with `relax`.',
    trailHeight: 'Height of what a running drop leaves in the trail map over its own.',
    trailWidth:
      'Width of what it leaves over its own: that much lower its shape lies in the trail map. Glass beside it is only wetted.',
    substeps: 'Parts of a step in which direction, speed and place are computed again (b, CHIN-9).',
    path: 'A fast hemisphere fills the cells of a rasterised line (CHEN-13), or every 1.5 cells of the way (CHIN-8).',
  };

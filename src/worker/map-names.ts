/** The maps of a chart that a frame can carry. */
export const MAP_NAMES = ['height', 'trail', 'id', 'affinity', 'film', 'fog', 'fine'] as const;

export type MapName = (typeof MAP_NAMES)[number];

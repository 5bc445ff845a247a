/** A page's worker: draws rows of pictures. */
import type { Port } from './protocol.js';
import { servePictures } from './serve-pictures.js';

const scope = globalThis as unknown as Port & { onmessage: unknown };
const take = servePictures(scope);
scope.onmessage = ({ data }: { data: Parameters<typeof take>[0] }) => take(data);

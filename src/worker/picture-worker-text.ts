/** `picture-worker.js` with all that it imports, as the text of one script. The build puts it here. */
export const PICTURE_WORKER: string = '';

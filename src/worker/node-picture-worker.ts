/** A thread of Node: draws rows of pictures. */
import { parentPort } from 'node:worker_threads';
import { servePictures } from './serve-pictures.js';

if (parentPort) parentPort.on('message', servePictures(parentPort));

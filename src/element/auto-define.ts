/** Importing this makes `<rivulet-pane>` known. */
import { mountPane } from './default-pane.js';
import { defineRivuletPane } from './define.js';

defineRivuletPane(mountPane);

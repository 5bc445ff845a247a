import './auto-define.js';

export { mountPane } from './default-pane.js';
export * from './lean.js';

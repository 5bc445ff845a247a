/** The README of an export: what the files are, and how other programs take them. */

/** What the README begins with; another file of that name is left as it is. */
export const RECIPES_TITLE = '# Export of rivulet';

export const RECIPES = `${RECIPES_TITLE}

\`index.json\` lists all files, with the unit and the scale of each map, the seed and the whole scene, so that the export can be made again.
Maps are seen by the same camera as \`beauty\`, pixel by pixel. PNG maps have 16 bits: value = scale × (number − zero). EXR and NPY hold the values themselves.
\`clean\` is the picture without water: with \`beauty\` it makes a clean/rainy pair. \`alpha\` is how much of a pixel's light is water.

## Normal maps

(Maps by rays, \`--tracer\`, have normals and directions in the world instead: x right, y up, z towards the viewer.)
x grows to the right, y **down**, z out of the glass, dry glass is (0, 0, 1). In PNG files zero is 32768 and scale 1/32767.
OpenGL, three.js, Blender and Unity want y up: turn the green channel over (65536 − green). Unreal and DirectX want y down: take it as it is.

## Blender
Image Texture (Non-Color) → Separate Color, Invert green → Combine Color → Normal Map → Principled BSDF with Transmission 1, IOR 1.333. Height: Image
Texture (Non-Color) → Displacement, Scale = the scale of the index times 65535 in your units, Midlevel 0. EXR files open as they are.

## Unity
Import \`normal\` as Normal map with Flip Green Channel on, sRGB off, and no compression; \`mask\` as Single Channel. Multiply the normal's x and y by the mask in Shader Graph
and use them as the offset of Scene Color.

## Unreal
Import \`normal\` with compression Normalmap, sRGB off; do not flip green. In a translucent material connect it to Normal, and 1.333 by the mask to Refraction.

## three.js
\`new TextureLoader().load('normal/frame-00000.png')\`, \`colorSpace = NoColorSpace\`, and \`normalScale.set(1, -1)\` on a MeshPhysicalMaterial with
transmission 1 and ior 1.333. EXRLoader reads the EXR files. For live water see rivulet/three.

## Learning
\`id\` has the drop of each pixel, \`drops/*.csv\` its numbers. With \`--coco\`, \`coco.json\` has a box and a mask (run lengths) for each drop with its trail.
`;

/** Everything a renderer has made in its context, so that one call frees it all. */
import { RivuletError } from '../../core/errors.js';

export type Gl = WebGL2RenderingContext;

/** How a texture is read. */
export interface TextureLook {
  /** Size [px]. */
  readonly width: number;
  readonly height: number;
  /** Sized internal format, such as `gl.RGBA8`. */
  readonly format: number;
  /** Levels of detail. Default 1. */
  readonly levels?: number;
  /** Between texels: the mean of the neighbours, or the nearest. Default false. */
  readonly smooth?: boolean;
}

/** A texture with its size. */
export interface Texture extends TextureLook {
  readonly handle: WebGLTexture;
}

/** Something to draw into. */
export interface Target {
  readonly texture: Texture;
  readonly frame: WebGLFramebuffer;
  readonly depth: WebGLRenderbuffer | null;
}

/** Compiled shaders with their uniforms by name. */
export interface Program {
  readonly handle: WebGLProgram;
  /** Where a uniform is; null if the shader does not use it, which setting it then ignores. */
  at(name: string): WebGLUniformLocation | null;
}

const HEAD =
  '#version 300 es\nprecision highp float;precision highp int;precision highp sampler2D;precision highp usampler2D;\n';

export class Resources {
  readonly gl: Gl;
  readonly #frees = new Map<object, () => void>();

  constructor(gl: Gl) {
    this.gl = gl;
  }

  /** Frees everything that is left. */
  dispose(): void {
    for (const free of this.#frees.values()) free();
    this.#frees.clear();
  }

  texture(look: TextureLook): Texture {
    const { gl } = this;
    const handle = gl.createTexture();
    this.#frees.set(handle, () => gl.deleteTexture(handle));
    gl.bindTexture(gl.TEXTURE_2D, handle);
    const { levels = 1, smooth = false } = look;
    gl.texStorage2D(gl.TEXTURE_2D, levels, look.format, look.width, look.height);
    const far = levels > 1 ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, smooth ? far : gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, smooth ? gl.LINEAR : gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    return { ...look, handle };
  }

  /** Makes the texture made last go on beyond its edges another way than by holding them. */
  wrap(way: number): void {
    const { gl } = this;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, way);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, way);
  }

  /** Something to draw into, with depth or without. */
  target(look: TextureLook, deep = false): Target {
    const { gl } = this;
    const texture = this.texture(look);
    const frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture.handle, 0);
    const depth = deep ? gl.createRenderbuffer() : null;
    if (depth) {
      gl.bindRenderbuffer(gl.RENDERBUFFER, depth);
      gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, look.width, look.height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depth);
    }
    this.#frees.set(frame, () => {
      gl.deleteFramebuffer(frame);
      gl.deleteRenderbuffer(depth);
    });
    return { texture, frame, depth };
  }

  framebuffer(): WebGLFramebuffer {
    const { gl } = this;
    const handle = gl.createFramebuffer();
    this.#frees.set(handle, () => gl.deleteFramebuffer(handle));
    return handle;
  }

  buffer(): WebGLBuffer {
    const { gl } = this;
    const handle = gl.createBuffer();
    this.#frees.set(handle, () => gl.deleteBuffer(handle));
    return handle;
  }

  vertexArray(): WebGLVertexArrayObject {
    const { gl } = this;
    const handle = gl.createVertexArray();
    this.#frees.set(handle, () => gl.deleteVertexArray(handle));
    return handle;
  }

  program(vertex: string, fragment: string): Program {
    const { gl } = this;
    const handle = gl.createProgram();
    this.#frees.set(handle, () => gl.deleteProgram(handle));
    const shaders = [this.#shader(gl.VERTEX_SHADER, vertex), this.#shader(gl.FRAGMENT_SHADER, fragment)];
    for (const shader of shaders) gl.attachShader(handle, shader);
    gl.linkProgram(handle);
    const linked = gl.getProgramParameter(handle, gl.LINK_STATUS) || gl.isContextLost();
    const said = linked ? '' : [gl.getProgramInfoLog(handle), ...shaders.map((s) => gl.getShaderInfoLog(s))].join(' ');
    // A linked program keeps what it needs of them.
    for (const shader of shaders) gl.deleteShader(shader);
    if (!linked) throw new RivuletError(`A shader does not compile here: ${said.trim()}. Please report it.`);
    const places = new Map<string, WebGLUniformLocation | null>();
    const at = (name: string) => {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(handle, name));
      return places.get(name) ?? null;
    };
    return { handle, at };
  }

  /** Frees some of it before the rest. */
  free(...things: (Texture | Target | null | undefined)[]): void {
    for (const thing of things) {
      if (!thing) continue;
      if ('frame' in thing) this.#release(thing.frame);
      this.#release('frame' in thing ? thing.texture.handle : thing.handle);
    }
  }

  #release(handle: object): void {
    this.#frees.get(handle)?.();
    this.#frees.delete(handle);
  }

  #shader(kind: number, text: string): WebGLShader {
    const shader = this.gl.createShader(kind) as WebGLShader;
    this.gl.shaderSource(shader, HEAD + text);
    this.gl.compileShader(shader);
    return shader;
  }
}

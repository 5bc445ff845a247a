/** Everything a renderer has made in its context, so that one call frees it all. */
import { CAPTURE } from '../../core/build-flags.js';
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
  /** Is the driver done with it, so that `check` does not wait? Always true where the browser does not report it. */
  isDone(): boolean;
  /** Waits for the driver; throws if the program does not link. To be called before the first use. */
  check(): void;
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

  /** A texture; `old` if there is one of that size, else a new one in its place. */
  texture(look: TextureLook, old?: Texture | null): Texture {
    if (old && isOfSize(old, look)) return old;
    this.free(old);
    const { gl } = this;
    const handle = this.#own(gl.createTexture(), (it) => gl.deleteTexture(it));
    gl.bindTexture(gl.TEXTURE_2D, handle);
    const { levels = 1, smooth = false } = look;
    gl.texStorage2D(gl.TEXTURE_2D, levels, look.format, look.width, look.height);
    const far = levels > 1 ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, smooth ? far : gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, smooth ? gl.LINEAR : gl.NEAREST);
    this.wrap(gl.CLAMP_TO_EDGE);
    return { ...look, handle };
  }

  /** Makes the texture made last go on beyond its edges another way than by holding them. */
  wrap(way: number): void {
    const { gl } = this;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, way);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, way);
  }

  /** Something to draw into, with depth or without; `old` if there is one of that size, else a new one in its place. */
  target(look: TextureLook, old?: Target | null, deep = false): Target {
    if (old && isOfSize(old.texture, look)) return old;
    this.free(old);
    const { gl } = this;
    const texture = this.texture(look);
    const frame = this.framebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture.handle, 0);
    const depth = deep ? this.#own(gl.createRenderbuffer(), (it) => gl.deleteRenderbuffer(it)) : null;
    if (depth) {
      gl.bindRenderbuffer(gl.RENDERBUFFER, depth);
      gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, look.width, look.height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depth);
    }
    return { texture, frame, depth };
  }

  framebuffer(): WebGLFramebuffer {
    return this.#own(this.gl.createFramebuffer(), (it) => this.gl.deleteFramebuffer(it));
  }

  buffer(): WebGLBuffer {
    return this.#own(this.gl.createBuffer(), (it) => this.gl.deleteBuffer(it));
  }

  vertexArray(): WebGLVertexArrayObject {
    return this.#own(this.gl.createVertexArray(), (it) => this.gl.deleteVertexArray(it));
  }

  /** Hands a program to the driver, which may compile it beside the page until `check` is called. */
  program(vertex: string, fragment: string): Program {
    const { gl } = this;
    const handle = this.#own(gl.createProgram(), (it) => gl.deleteProgram(it));
    const shaders = [this.#shader(gl.VERTEX_SHADER, vertex), this.#shader(gl.FRAGMENT_SHADER, fragment)];
    for (const shader of shaders) gl.attachShader(handle, shader);
    gl.linkProgram(handle);
    let isChecked = false;
    const check = () => {
      if (isChecked) return;
      const linked = gl.getProgramParameter(handle, gl.LINK_STATUS) || gl.isContextLost();
      const logs = () => [gl.getProgramInfoLog(handle), ...shaders.map((shader) => gl.getShaderInfoLog(shader))];
      const said = linked ? '' : logs().join(' ');
      // A linked program keeps what it needs of them.
      for (const shader of shaders) gl.deleteShader(shader);
      if (!linked) throw new RivuletError(`A shader does not compile here: ${said.trim()}. Please report it.`);
      isChecked = true;
    };
    const places = new Map<string, WebGLUniformLocation | null>();
    const at = (name: string) => {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(handle, name));
      return places.get(name) ?? null;
    };
    return {
      handle,
      at,
      check,
      isDone: () => {
        if (!CAPTURE) return true;
        const status = gl.getExtension('KHR_parallel_shader_compile')?.COMPLETION_STATUS_KHR;
        return !status || gl.getProgramParameter(handle, status) !== false;
      },
    };
  }

  /** Frees some of it before the rest. */
  free(...things: (Texture | Target | null | undefined)[]): void {
    for (const thing of things) {
      if (!thing) continue;
      for (const handle of 'frame' in thing ? [thing.frame, thing.depth, thing.texture.handle] : [thing.handle]) {
        if (!handle) continue;
        this.#frees.get(handle)?.();
        this.#frees.delete(handle);
      }
    }
  }

  /** Notes how to free a thing that was made. */
  #own<T extends object>(handle: T, free: (handle: T) => void): T {
    this.#frees.set(handle, () => free(handle));
    return handle;
  }

  #shader(kind: number, text: string): WebGLShader {
    const shader = this.gl.createShader(kind) as WebGLShader;
    this.gl.shaderSource(shader, HEAD + text);
    this.gl.compileShader(shader);
    return shader;
  }
}

function isOfSize({ width, height }: TextureLook, look: TextureLook): boolean {
  return width === look.width && height === look.height;
}

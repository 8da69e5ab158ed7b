// Draws a scene with WebGL 2: used by the page of an export and by the live page. `scene` has meshes, actors, ground and sun; `at` the place and
// quaternion (w x y z) of each actor.
const byId = (id) => document.getElementById(id);
const floats = (text) => new Float32Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);

// --- Drawing -------------------------------------------------------------------------------------------------------
const canvas = byId("view");
const gl = canvas.getContext("webgl2", { alpha: false, antialias: false, stencil: true });
if (!gl) byId("trouble").style.display = "flex";

function program(vertex, fragment) {
  const made = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, "#version 300 es\nprecision highp float;\n" + text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  const uniforms = {};
  for (let i = 0; i < gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS); i++) {
    const name = gl.getActiveUniform(made, i).name;
    uniforms[name] = gl.getUniformLocation(made, name);
  }
  return { made, uniforms };
}

// All figures are one mesh: a vertex has the number of its actor, whose place, quaternion and colour are texels of `actors`. A call for each actor takes a
// driver without a graphics card as long as the pixels.
const ROW = 512;
const TURN = `
layout(location = 0) in vec3 position; layout(location = 1) in vec3 normal; layout(location = 2) in float number;
uniform mat4 camera; uniform highp sampler2D actors;
vec4 told(int k) { int i = 3 * int(number) + k; return texelFetch(actors, ivec2(i % ${3 * ROW}, i / ${3 * ROW}), 0); }
vec3 turned(vec4 turn, vec3 v) { return v + 2.0 * cross(turn.yzw, cross(turn.yzw, v) + turn.x * v); }
`;

const body = gl && program(TURN + `
out vec3 n; out vec3 at; flat out vec3 own;
void main() { vec4 turn = told(1); at = told(0).xyz + turned(turn, position); n = turned(turn, normal); own = told(2).rgb; gl_Position = camera * vec4(at, 1.0); }`,
`in vec3 n; in vec3 at; flat in vec3 own; out vec4 colour; uniform vec3 sun, eye;
// Colours are linear; the screen wants them coded. Square roots are within 0.002 of the curve of sRGB, and faster than powers.
vec3 coded(vec3 c) { vec3 a = sqrt(c), b = sqrt(a); return max(0.585122 * a + 0.783140 * b - 0.368263 * sqrt(b), 0.0); }
void main() {
  vec3 normal = normalize(n), view = normalize(eye - at);
  float lit = max(0.0, dot(normal, sun)), sky = 0.5 + 0.5 * normal.z;
  float s = max(0.0, dot(normal, normalize(sun + view))); s *= s; s *= s; s *= s; float shine = s * s * s * s * s * lit;
  colour = vec4(coded(clamp(own * (1.15 * lit + mix(vec3(0.20, 0.18, 0.16), vec3(0.42, 0.47, 0.54), sky)) + 0.06 * shine, 0.0, 1.0)), 1.0);
}`);
const shadow = gl && program(TURN + `
uniform vec3 sun; uniform float height;
void main() { vec3 at = told(0).xyz + turned(told(1), position); at -= sun * (max(at.z - height, 0.0) / max(sun.z, 0.05)); at.z = height; gl_Position = camera * vec4(at, 1.0); }`,
`out vec4 colour; void main() { colour = vec4(0.02, 0.03, 0.06, 0.3); }`);
// Its colours are coded already: it fills the picture.
const floor = gl && program(`
layout(location = 0) in vec3 position; uniform mat4 camera; uniform vec3 centre; uniform float reach; out vec2 at;
void main() { vec3 p = vec3(centre.xy + position.xy * reach, centre.z); at = p.xy; gl_Position = camera * vec4(p, 1.0); }`,
`in vec2 at; out vec4 colour; uniform float tile, reach; uniform vec3 centre;
void main() {
  vec2 cell = at * tile, wide = fwidth(cell) + 1e-6;
  vec2 wave = (abs(fract((cell - 0.5 * wide) * 0.5) - 0.5) - abs(fract((cell + 0.5 * wide) * 0.5) - 0.5)) / wide;
  float away = smoothstep(0.15, 1.0, distance(at, centre.xy) / reach);
  colour = vec4(mix(vec3(tile > 0.0 ? 0.753 - 0.176 * wave.x * wave.y : 0.753), vec3(0.876, 0.906, 0.936), away), 1.0);
}`);

// Makes a mesh of all actors.
function mesh(shapes, actors) {
  const own = actors.filter((actor) => shapes[actor.mesh]), sum = (of) => own.reduce((n, actor) => n + shapes[actor.mesh][of].length, 0);
  const vertices = new Float32Array(sum("positions") / 3 * 7), indices = new Uint32Array(sum("indices"));
  let next = 0, last = 0;
  actors.forEach((actor, number) => {
    const shape = shapes[actor.mesh], first = next;
    if (!shape) return;
    for (let i = 0; i < shape.positions.length; i += 3) {
      vertices.set(shape.positions.subarray(i, i + 3), 7 * next);
      vertices.set(shape.normals.subarray(i, i + 3), 7 * next + 3);
      vertices[7 * next++ + 6] = number;
    }
    for (const index of shape.indices) indices[last++] = first + index;
  });
  const made = gl.createVertexArray(), buffers = [gl.createBuffer(), gl.createBuffer()];
  gl.bindVertexArray(made);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffers[0]);
  gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.STATIC_DRAW);
  for (const [place, size] of [[0, 3], [1, 3], [2, 1]]) {
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, gl.FLOAT, false, 28, 12 * place);
  }
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffers[1]);
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
  gl.bindVertexArray(null);
  return { made, buffers, count: indices.length };
}

// --- The scene -----------------------------------------------------------------------------------------------------
let scene = { meshes: [], actors: [], ground: null, sun: [0.3, 0.3, 0.9] }, figures = null, texels = null, reaches = [], at = new Float32Array(0);
const quad = gl && mesh([{ positions: new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), normals: new Float32Array(12), indices: [0, 1, 2, 0, 2, 3] }], [{ mesh: 0 }]);
if (gl) {
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
}

// Takes another scene, whose actors are placed by `place` before the camera looks at them.
function setScene(next, place, keepsCamera) {
  scene = next;
  const shapes = scene.meshes.map((m) => ({ positions: floats(m.positions), normals: floats(m.normals), indices: m.indices }));
  if (gl) {
    if (figures) { gl.deleteVertexArray(figures.made); figures.buffers.forEach((one) => gl.deleteBuffer(one)); }
    figures = mesh(shapes, scene.actors);
  }
  texels = new Float32Array(12 * ROW * Math.max(1, Math.ceil(scene.actors.length / ROW)));
  scene.actors.forEach((actor, i) => texels.set(actor.colour, 12 * i + 8));
  if (gl) gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 3 * ROW, texels.length / (12 * ROW), 0, gl.RGBA, gl.FLOAT, texels);
  reaches = shapes.map((m) => { let most = 0; for (let i = 0; i < m.positions.length; i += 3) most = Math.max(most, Math.hypot(m.positions[i], m.positions[i + 1], m.positions[i + 2])); return most; });
  at = new Float32Array(7 * scene.actors.length);
  place(at);
  drawn.key = "";
  if (keepsCamera) return;
  const [low, high] = bounds();
  distance = 1.45 * (Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) || 1);
  target = centre();
}

// --- The camera ----------------------------------------------------------------------------------------------------
function bounds() {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  scene.actors.forEach((actor, i) => {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], at[7 * i + k] - 0.7 * reaches[actor.mesh]);
      high[k] = Math.max(high[k], at[7 * i + k] + 0.7 * reaches[actor.mesh]);
    }
  });
  return scene.actors.length ? [low, high] : [[-1, -1, -1], [1, 1, 1]];
}
const centre = () => { const [low, high] = bounds(); return low.map((l, k) => (l + high[k]) / 2); };
let azimuth = -0.9, elevation = 0.42, distance = 1, target = [0, 0, 0], shift = [0, 0, 0];
const pointers = new Map();
canvas.onpointerdown = (e) => { canvas.setPointerCapture(e.pointerId); pointers.set(e.pointerId, [e.clientX, e.clientY]); };
canvas.onpointerup = canvas.onpointercancel = (e) => pointers.delete(e.pointerId);
canvas.oncontextmenu = (e) => e.preventDefault();
canvas.onwheel = (e) => { e.preventDefault(); distance *= Math.exp(e.deltaY * 0.001); };
canvas.onpointermove = (e) => {
  const last = pointers.get(e.pointerId);
  if (!last) return;
  const [dx, dy] = [e.clientX - last[0], e.clientY - last[1]];
  const others = [...pointers].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
  if (others.length) {
    const far = (p) => Math.hypot(p[0] - others[0][0], p[1] - others[0][1]);
    distance *= far(last) / Math.max(1, far([e.clientX, e.clientY]));
  } else if (e.buttons & 2 || e.shiftKey) {
    const step = distance / canvas.clientHeight, [s, c] = [Math.sin(azimuth), Math.cos(azimuth)];
    shift[0] += (dx * s + dy * -c * Math.sin(elevation)) * step;
    shift[1] += (-dx * c + dy * -s * Math.sin(elevation)) * step;
    shift[2] += dy * Math.cos(elevation) * step;
  } else {
    azimuth -= dx * 0.008;
    elevation = Math.min(1.55, Math.max(-1.2, elevation + dy * 0.008));
  }
  pointers.set(e.pointerId, [e.clientX, e.clientY]);
};

const minus = (a, b) => a.map((x, k) => x - b[k]);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (a) => { const l = Math.hypot(...a) || 1; return a.map((x) => x / l); };

// Columns of the matrix from the world to the screen.
function looking(eye, to, aspect) {
  const back = unit(minus(eye, to)), right = unit(cross([0, 0, 1], back)), up = cross(back, right);
  const near = distance * 0.02, far = distance * 60, f = Math.min(1, aspect) / Math.tan(0.3);
  const a = (far + near) / (near - far), b = 2 * far * near / (near - far);
  const rows = [[...right, -dot(right, eye)].map((x) => x * f / aspect), [...up, -dot(up, eye)].map((x) => x * f),
    [...back, -dot(back, eye)].map((x, k) => x * a + (k === 3 ? b : 0)), [...back, -dot(back, eye)].map((x) => -x)];
  const columns = [];
  for (let c = 0; c < 4; c++) for (let r = 0; r < 4; r++) columns.push(rows[r][c]);
  return columns;
}

// --- How finely it draws -------------------------------------------------------------------------------------------
// Samples in a pixel, and pixels of the picture in one of the screen. Each level takes about half as long as the one before; the first one draws what is still.
const LEVELS = [[4, 1], [0, 1], [0, 0.7], [0, 0.5]];
const drawn = { key: "", level: 0, moment: 0 };
let level = 0, cost = 6, pending = 0;
// Waits until the picture is done, and chooses the level by the time that it took (ms).
function time(begun) {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  const ask = () => {
    const passed = performance.now() - begun;
    if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED && passed < 1000) return setTimeout(ask, 1);
    gl.deleteSync(fence);
    pending--;
    if (drawn.level !== level) return;
    cost += 0.2 * (passed - cost);
    const next = cost > 9 ? level + 1 : cost < 3 ? level - 1 : level;
    if (LEVELS[next] && next !== level) [level, cost] = [next, 6];
  };
  pending++;
  setTimeout(ask, 1);
}

let samples = null;
// Returns a picture with several samples in a pixel, of this size.
function sampled(count, wide, tall) {
  if (samples && samples.wide === wide && samples.tall === tall) return samples;
  for (const old of samples ? samples.buffers : []) gl.deleteRenderbuffer(old);
  const frames = samples ? samples.frames : [gl.createFramebuffer(), gl.createFramebuffer()], buffers = [];
  for (const [frame, attachment, format, of] of [[0, gl.COLOR_ATTACHMENT0, gl.RGBA8, count], [0, gl.DEPTH_STENCIL_ATTACHMENT, gl.DEPTH24_STENCIL8, count], [1, gl.COLOR_ATTACHMENT0, gl.RGBA8, 0]]) {
    const buffer = gl.createRenderbuffer();
    gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, of, format, wide, tall);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frames[frame]);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, buffer);
    buffers.push(buffer);
  }
  return samples = { wide, tall, frames, buffers };
}
// Copies it to the canvas: its samples become one, and then its format that of the canvas.
function show({ frames, wide, tall }) {
  for (const [from, to] of [[frames[0], frames[1]], [frames[1], null]]) {
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, to);
    gl.blitFramebuffer(0, 0, wide, tall, 0, 0, wide, tall, gl.COLOR_BUFFER_BIT, gl.NEAREST);
  }
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
}

let background = [0.875, 0.906, 0.933], lastView = null;
// Draws the scene, if it looks otherwise than the last picture, and returns whether it was drawn. `poses` is another number for other poses.
// A film has pictures of what stands still, too.
function drawIfNew(follows, poses, moment, films) {
  if (!gl || pending > 1) return false;
  if (follows) target = centre();
  const key = [poses, azimuth, elevation, distance, target, shift, background, canvas.clientWidth, canvas.clientHeight, devicePixelRatio].join();
  const isNew = key !== drawn.key, isLate = (drawn.level > 0 || films) && moment - drawn.moment > 250;
  if (!isNew && !isLate) return false;
  Object.assign(drawn, { key, moment, level: isNew ? level : 0 });
  const begun = performance.now();
  drawScene(false, drawn.level);
  time(begun);
  return true;
}
// Draws the scene as it is placed; `follows` keeps the camera on the figures.
function drawScene(follows, level = 0) {
  if (follows) target = centre();
  if (!gl) return;
  const [count, scale] = LEVELS[level], ratio = scale * (devicePixelRatio || 1);
  const wide = Math.max(1, Math.round(canvas.clientWidth * ratio)), tall = Math.max(1, Math.round(canvas.clientHeight * ratio));
  if (canvas.width !== wide || canvas.height !== tall) { canvas.width = wide; canvas.height = tall; }
  const to = target.map((x, k) => x + shift[k]), [ce, se] = [Math.cos(elevation), Math.sin(elevation)];
  const eye = [to[0] + distance * ce * Math.cos(azimuth), to[1] + distance * ce * Math.sin(azimuth), to[2] + distance * se];
  const camera = looking(eye, to, wide / tall);
  lastView = { eye, to, camera, wide, tall };
  // The light comes with the camera, so that no side is dark.
  const sideways = Math.hypot(scene.sun[0], scene.sun[1]), around = azimuth + 0.6;
  const sun = unit([sideways * Math.cos(around), sideways * Math.sin(around), scene.sun[2]]);
  const finer = count ? sampled(count, wide, tall) : null;
  gl.bindFramebuffer(gl.FRAMEBUFFER, finer && finer.frames[0]);
  gl.viewport(0, 0, wide, tall);
  gl.clearColor(...background, 1);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
  gl.enable(gl.DEPTH_TEST);
  if (figures) {
    for (let i = 0; i < scene.actors.length; i++) {
      for (let k = 0; k < 3; k++) texels[12 * i + k] = at[7 * i + k];
      for (let k = 0; k < 4; k++) texels[12 * i + 4 + k] = at[7 * i + 3 + k];
    }
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 3 * ROW, texels.length / (12 * ROW), gl.RGBA, gl.FLOAT, texels);
  }
  const draw = (of) => { gl.bindVertexArray(of.made); gl.drawElements(gl.TRIANGLES, of.count, gl.UNSIGNED_INT, 0); };
  const use = (used) => { gl.useProgram(used.made); gl.uniformMatrix4fv(used.uniforms.camera, false, camera); };
  if (scene.ground && eye[2] > scene.ground.height) {
    use(floor);
    gl.uniform3f(floor.uniforms.centre, to[0], to[1], scene.ground.height);
    gl.uniform1f(floor.uniforms.reach, 25 * distance);
    gl.uniform1f(floor.uniforms.tile, scene.ground.tile > 0 ? 1 / scene.ground.tile : 0);
    draw(quad);
    // Each pixel of the floor gets darker once.
    gl.enable(gl.STENCIL_TEST); gl.stencilFunc(gl.EQUAL, 0, 255); gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
    gl.enable(gl.BLEND); gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA); gl.disable(gl.DEPTH_TEST);
    use(shadow);
    gl.uniform3fv(shadow.uniforms.sun, sun);
    gl.uniform1f(shadow.uniforms.height, scene.ground.height);
    if (figures) draw(figures);
    gl.disable(gl.STENCIL_TEST); gl.disable(gl.BLEND); gl.enable(gl.DEPTH_TEST);
  }
  use(body);
  gl.uniform3fv(body.uniforms.sun, sun);
  gl.uniform3fv(body.uniforms.eye, eye);
  if (figures) draw(figures);
  if (finer) show(finer);
}

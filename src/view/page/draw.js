// Draws a scene with WebGL 2: used by the page of an export and by the live page. `scene` has meshes, actors, ground and sun; `at` the place and
// quaternion (w x y z) of each actor.
const byId = (id) => document.getElementById(id);
const floats = (text) => new Float32Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);

// --- Drawing -------------------------------------------------------------------------------------------------------
const canvas = byId("view");
const gl = canvas.getContext("webgl2", { antialias: true, stencil: true, preserveDrawingBuffer: true });
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

const TURN = `
layout(location = 0) in vec3 position; layout(location = 1) in vec3 normal;
uniform mat4 camera; uniform vec3 place; uniform vec4 turn;
vec3 turned(vec3 v) { return v + 2.0 * cross(turn.yzw, cross(turn.yzw, v) + turn.x * v); }
`;
// Colours are linear; the screen wants them coded.
const CODED = `vec3 coded(vec3 c) { return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c)); }\n`;
const FAR = `const vec3 SKY = vec3(0.74, 0.80, 0.86);\n`;

const body = gl && program(TURN + `
out vec3 n; out vec3 at;
void main() { at = place + turned(position); n = turned(normal); gl_Position = camera * vec4(at, 1.0); }`,
CODED + `in vec3 n; in vec3 at; out vec4 colour; uniform vec3 sun, eye, own;
void main() {
  vec3 normal = normalize(n), view = normalize(eye - at);
  float lit = max(0.0, dot(normal, sun)), sky = 0.5 + 0.5 * normal.z;
  float shine = pow(max(0.0, dot(normal, normalize(sun + view))), 40.0) * lit;
  colour = vec4(coded(clamp(own * (1.15 * lit + mix(vec3(0.20, 0.18, 0.16), vec3(0.42, 0.47, 0.54), sky)) + 0.06 * shine, 0.0, 1.0)), 1.0);
}`);
const shadow = gl && program(TURN + `
uniform vec3 sun; uniform float height;
void main() { vec3 at = place + turned(position); at -= sun * (max(at.z - height, 0.0) / max(sun.z, 0.05)); at.z = height; gl_Position = camera * vec4(at, 1.0); }`,
`out vec4 colour; void main() { colour = vec4(0.02, 0.03, 0.06, 0.42); }`);
const floor = gl && program(`
layout(location = 0) in vec3 position; uniform mat4 camera; uniform vec3 centre; uniform float reach; out vec2 at;
void main() { vec3 p = vec3(centre.xy + position.xy * reach, centre.z); at = p.xy; gl_Position = camera * vec4(p, 1.0); }`,
CODED + FAR + `in vec2 at; out vec4 colour; uniform float tile, reach; uniform vec3 centre;
void main() {
  vec2 cell = at / tile, wide = fwidth(cell) + 1e-6;
  vec2 wave = (abs(fract((cell - 0.5 * wide) * 0.5) - 0.5) - abs(fract((cell + 0.5 * wide) * 0.5) - 0.5)) / wide * 2.0;
  float checker = tile > 0.0 ? 0.5 - 0.5 * wave.x * wave.y : 0.5;
  float away = smoothstep(0.15, 1.0, distance(at, centre.xy) / reach);
  colour = vec4(coded(mix(mix(vec3(0.46), vec3(0.60), checker), SKY, away)), 1.0);
}`);

function array(mesh) {
  const made = gl.createVertexArray();
  gl.bindVertexArray(made);
  for (const [place, numbers] of [[0, mesh.positions], [1, mesh.normals]]) {
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0);
  }
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(mesh.indices), gl.STATIC_DRAW);
  gl.bindVertexArray(null);
  return { made, count: mesh.indices.length };
}

// --- The scene -----------------------------------------------------------------------------------------------------
let scene = { meshes: [], actors: [], ground: null, sun: [0.3, 0.3, 0.9] }, meshes = [], reaches = [], at = new Float32Array(0);
const quad = gl && array({ positions: new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), normals: new Float32Array(12), indices: [0, 1, 2, 0, 2, 3] });

// Takes another scene, whose actors are placed by `place` before the camera looks at them.
function setScene(next, place, keepsCamera) {
  for (const mesh of meshes) gl.deleteVertexArray(mesh.made);
  scene = next;
  const shapes = scene.meshes.map((m) => ({ positions: floats(m.positions), normals: floats(m.normals), indices: m.indices }));
  meshes = gl ? shapes.map(array) : [];
  reaches = shapes.map((m) => { let most = 0; for (let i = 0; i < m.positions.length; i += 3) most = Math.max(most, Math.hypot(m.positions[i], m.positions[i + 1], m.positions[i + 2])); return most; });
  at = new Float32Array(7 * scene.actors.length);
  place(at);
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
  const near = distance * 0.02, far = distance * 60, f = 1 / Math.tan(0.3);
  const a = (far + near) / (near - far), b = 2 * far * near / (near - far);
  const rows = [[...right, -dot(right, eye)].map((x) => x * f / aspect), [...up, -dot(up, eye)].map((x) => x * f),
    [...back, -dot(back, eye)].map((x, k) => x * a + (k === 3 ? b : 0)), [...back, -dot(back, eye)].map((x) => -x)];
  const columns = [];
  for (let c = 0; c < 4; c++) for (let r = 0; r < 4; r++) columns.push(rows[r][c]);
  return columns;
}

let background = [0.875, 0.906, 0.933], lastView = null;
// Draws the scene as it is placed; `follows` keeps the camera on the figures.
function drawScene(follows) {
  if (follows) target = centre();
  if (!gl) return;
  const ratio = devicePixelRatio || 1, wide = Math.max(1, Math.round(canvas.clientWidth * ratio)), tall = Math.max(1, Math.round(canvas.clientHeight * ratio));
  if (canvas.width !== wide || canvas.height !== tall) { canvas.width = wide; canvas.height = tall; }
  const to = target.map((x, k) => x + shift[k]), [ce, se] = [Math.cos(elevation), Math.sin(elevation)];
  const eye = [to[0] + distance * ce * Math.cos(azimuth), to[1] + distance * ce * Math.sin(azimuth), to[2] + distance * se];
  const camera = looking(eye, to, wide / tall);
  // The light comes with the camera, so that no side is dark.
  const level = Math.hypot(scene.sun[0], scene.sun[1]), around = azimuth + 0.6;
  const sun = unit([level * Math.cos(around), level * Math.sin(around), scene.sun[2]]);
  gl.viewport(0, 0, wide, tall);
  gl.clearColor(...background, 1);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
  gl.enable(gl.DEPTH_TEST);
  const actors = (used) => {
    scene.actors.forEach((actor, i) => {
      const mesh = meshes[actor.mesh];
      if (!mesh || !mesh.count) return;
      gl.uniform3fv(used.uniforms.place, at.subarray(7 * i, 7 * i + 3));
      gl.uniform4fv(used.uniforms.turn, at.subarray(7 * i + 3, 7 * i + 7));
      if (used.uniforms.own) gl.uniform3fv(used.uniforms.own, actor.colour);
      gl.bindVertexArray(mesh.made);
      gl.drawElements(gl.TRIANGLES, mesh.count, gl.UNSIGNED_INT, 0);
    });
  };
  const use = (used) => { gl.useProgram(used.made); gl.uniformMatrix4fv(used.uniforms.camera, false, camera); };
  if (scene.ground && eye[2] > scene.ground.height) {
    use(floor);
    gl.uniform3f(floor.uniforms.centre, to[0], to[1], scene.ground.height);
    gl.uniform1f(floor.uniforms.reach, 25 * distance);
    gl.uniform1f(floor.uniforms.tile, scene.ground.tile);
    gl.bindVertexArray(quad.made);
    gl.drawElements(gl.TRIANGLES, 6, gl.UNSIGNED_INT, 0);
    // Each pixel of the floor gets darker once.
    gl.enable(gl.STENCIL_TEST); gl.stencilFunc(gl.EQUAL, 0, 255); gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
    gl.enable(gl.BLEND); gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA); gl.disable(gl.DEPTH_TEST);
    use(shadow);
    gl.uniform3fv(shadow.uniforms.sun, sun);
    gl.uniform1f(shadow.uniforms.height, scene.ground.height);
    actors(shadow);
    gl.disable(gl.STENCIL_TEST); gl.disable(gl.BLEND); gl.enable(gl.DEPTH_TEST);
  }
  use(body);
  gl.uniform3fv(body.uniforms.sun, sun);
  gl.uniform3fv(body.uniforms.eye, eye);
  actors(body);
  lastView = { eye, to, camera, wide, tall };
}

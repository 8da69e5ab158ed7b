//! The image over the scene: texts, diagram, and markers that nothing hides, drawn by the canvas of all pictures.

use super::nodes::colour;
use crate::draw::{Align, Canvas, Label, Paint, text_width};
use crate::render::{Image, draw_marks};
use crate::scene::{Camera, Lettering, Marks};
use crate::view::{Controls, Shown, help, hit, joint_line, status_line};
use kiss3d::camera::FixedView2d;
use kiss3d::glamx::Vec2;
use kiss3d::prelude::CoordinateSystem2d;
use kiss3d::resource::Texture;
use kiss3d::scene::SceneNode2d;

/// Lines of text in the height of a window.
const LINES: f32 = 34.0;

/// Size of a diagram as a part of the window, with its least and largest sides, and its distance from the edges (pixels).
const PART: [f64; 2] = [0.48, 0.64];
const LEAST: [f64; 2] = [280.0, 230.0];
const MOST: [f64; 2] = [720.0, 520.0];
const EDGE: usize = 8;

/// Pixels over the scene of a window.
pub(super) struct Overlay {
    width: usize,
    height: usize,
    /// Red, green, blue, multiplied by the opacity, and the opacity.
    rgba: Vec<u8>,
}

impl Overlay {
    /// Creates transparent pixels.
    pub fn new(width: usize, height: usize) -> Self {
        Overlay {
            width,
            height,
            rgba: vec![0; 4 * width * height],
        }
    }

    fn canvas(&mut self) -> Canvas<'_> {
        Canvas::transparent(self.width, self.height, &mut self.rgba)
    }

    /// Copies an image, with its upper left corner at a column and row; clips what is outside.
    pub fn put(&mut self, image: &Image, left: usize, top: usize) {
        let rows = image.rgb.chunks_exact(3 * image.width.max(1));
        let own = self.rgba.chunks_exact_mut(4 * self.width.max(1)).skip(top);
        for (own, row) in own.zip(rows) {
            let (own, row) = (own.as_chunks_mut::<4>().0, row.as_chunks::<3>().0);
            for (to, [r, g, b]) in own.iter_mut().skip(left).zip(row) {
                *to = [*r, *g, *b, 255];
            }
        }
    }

    /// Draws markers that are not lines among the bodies.
    pub fn mark(&mut self, shown: &Shown, camera: &Camera) {
        let strokes = shown.marks.strokes.iter().filter(|s| s.on_top);
        let letterings = shown.marks.letterings.iter();
        let letterings = letterings.filter(|text| !is_hidden(text, shown, camera));
        let marks = Marks {
            strokes: strokes.cloned().collect(),
            letterings: letterings.cloned().collect(),
            labels: shown.marks.labels.clone(),
        };
        if !marks.is_empty() {
            draw_marks(self.canvas(), &marks, &shown.poses, camera);
        }
    }

    /// Draws the diagram of a moment.
    ///
    /// # Errors
    /// The reason why it cannot be drawn.
    pub fn diagram(&mut self, shown: &Shown) -> Result<(), String> {
        let Some(diagram) = &shown.diagram else {
            return Ok(());
        };
        let side = |k: usize, room: usize| (room as f64 * PART[k]).clamp(LEAST[k], MOST[k]);
        let size = [side(0, self.width) as usize, side(1, self.height) as usize];
        let drawn = diagram.picture(size);
        let drawn = drawn.map_err(|why| format!("{}: {why}", diagram.heading()))?;
        // Below the word for help.
        let left = self.width.saturating_sub(EDGE + drawn.width);
        self.put(&drawn, left, 4 * EDGE);
        Ok(())
    }

    /// Writes status, messages and help.
    pub fn write(&mut self, shown: &Shown, controls: &Controls) {
        let (width, height) = (self.width as f32, self.height as f32);
        let line = (height / LINES).max(12.0);
        let mut canvas = self.canvas();
        let mut write = |at: [f32; 2], align: Align, text: &str| {
            let label = Label {
                align,
                halo: Some(Paint::BLACK.with_opacity(0.6)),
                ..Label::new(line)
            };
            canvas.text(at, text, label);
        };
        let joint = shown.joint.as_ref().map(joint_line);
        let note = controls.note.clone();
        let message = note.unwrap_or_else(|| shown.message.to_string());
        let below = [Some(status_line(shown)), joint, Some(message)];
        let below = below.into_iter().flatten().filter(|text| !text.is_empty());
        for (up, text) in below.collect::<Vec<_>>().iter().rev().enumerate() {
            let y = height - line * (up as f32 + 1.4);
            write([0.4 * line, y], Align::Left, text);
        }
        if !controls.help {
            write([width - 0.4 * line, 0.2 * line], Align::Right, "? help");
            return;
        }
        // In two columns.
        let all = help();
        let rows = all.len().div_ceil(2);
        for (i, (keys, does)) in all.iter().enumerate() {
            let x = if i < rows { 0.4 * line } else { 0.5 * width };
            let y = line * ((i % rows) as f32 + 0.4);
            write([x, y], Align::Left, keys);
            write([x + 5.0 * line, y], Align::Left, does);
        }
        let mouse =
            "mouse: drag a body to pull it, drag the ground to turn the camera, wheel to zoom";
        write([0.4 * line, line * (rows as f32 + 0.8)], Align::Left, mouse);
    }

    /// Returns it as a rectangle in the view of [`pixels`], with the light of its white.
    pub fn sheet(&self, white: f32) -> SceneNode2d {
        // In the view, in which y goes downwards, the first row of a texture is at the bottom. All rectangles share one set
        // of texture coordinates, so it is the rows that are reversed.
        let rows = self.rgba.chunks(4 * self.width.max(1)).rev();
        let colours = rows.flat_map(|row| row.as_chunks::<4>().0);
        let rgba: Vec<u8> = colours.flat_map(|pixel| straight(*pixel)).collect();
        // The format of colours, without smoothing between pixels.
        let format = Texture::new_default().texture.format();
        let (columns, rows) = (self.width as u32, self.height as u32);
        let edge = Default::default();
        let texture = Texture::new(
            columns,
            rows,
            &rgba,
            format,
            edge,
            Default::default(),
            false,
            1,
        );
        let (width, height) = (self.width as f32, self.height as f32);
        let mut node = SceneNode2d::rectangle(width, height);
        if let Some(object) = node.data_mut().object_mut() {
            object.set_texture(texture);
            object.set_color(colour([white; 3]));
        }
        node.set_position(Vec2::new(0.5 * width, 0.5 * height));
        node
    }
}

/// Whether a body hides the middle of a text in the world.
fn is_hidden(text: &Lettering, shown: &Shown, camera: &Camera) -> bool {
    let long = 0.5 * text_width(&text.text, 1.0);
    let to: [f64; 3] = std::array::from_fn(|k| {
        text.at[k] + long * text.right[k] + 0.3 * text.up[k] - camera.eye[k]
    });
    let far = to.iter().map(|c| c * c).sum::<f64>().sqrt();
    let seen = hit(&shown.scene, &shown.poses, camera.eye, to.map(|c| c / far));
    seen.is_some_and(|hit| hit.distance < 0.99 * far)
}

/// Returns a pixel whose colour is not multiplied by its opacity, as kiss3d blends it.
fn straight([r, g, b, opacity]: [u8; 4]) -> [u8; 4] {
    if opacity == 0 || opacity == 255 {
        return [r, g, b, opacity];
    }
    let part = |c: u8| (u32::from(c) * 255 / u32::from(opacity)).min(255) as u8;
    [part(r), part(g), part(b), opacity]
}

/// Returns a view of sheets: one unit per pixel of the window, from its upper left corner, y downwards.
pub(super) fn pixels() -> FixedView2d {
    FixedView2d::new(CoordinateSystem2d::TopLeftDown, false)
}

//! Pictures as flat sheets over the window.

use crate::render::Image;
use kiss3d::camera::FixedView2d;
use kiss3d::glamx::Vec2;
use kiss3d::prelude::CoordinateSystem2d;
use kiss3d::resource::Texture;
use kiss3d::scene::SceneNode2d;

/// Returns a view of sheets: one unit per pixel of the window, from its upper left corner, y downwards.
pub(super) fn pixels() -> FixedView2d {
    FixedView2d::new(CoordinateSystem2d::TopLeftDown, false)
}

/// Returns a rectangle of an image's size, with its upper left corner at a position.
pub(super) fn sheet(image: &Image, [left, top]: [f32; 2]) -> SceneNode2d {
    let (width, height) = (image.width as f32, image.height as f32);
    // In the view, in which y goes downwards, the first row of a texture is at the bottom. All rectangles share one set of
    // texture coordinates, so it is the rows that are reversed.
    let rows = image.rgb.chunks(3 * image.width.max(1)).rev();
    let rgba = rows.flat_map(|row| row.chunks(3));
    let rgba: Vec<u8> = rgba.flat_map(|p| p.iter().copied().chain([255])).collect();
    // The format of colours, without smoothing between pixels.
    let format = Texture::new_default().texture.format();
    let texture = Texture::new(
        image.width as u32,
        image.height as u32,
        &rgba,
        format,
        Default::default(),
        Default::default(),
        false,
        1,
    );
    let mut node = SceneNode2d::rectangle(width, height);
    if let Some(object) = node.data_mut().object_mut() {
        object.set_texture(texture);
    }
    node.set_position(Vec2::new(left + 0.5 * width, top + 0.5 * height));
    node
}

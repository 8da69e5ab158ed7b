//! COLLADA files (DAE), versions 1.4 and 1.5: triangles and polygons of the visual scene.
//!
//! Lengths are converted to metres by the file's own `unit`. Axes are those of the file: its upward axis is ignored, as in most
//! programs for robots. Skins are read in their bind pose, without their joints.

use std::collections::BTreeMap;
use std::rc::Rc;

use nalgebra::{Matrix4, Rotation3, Unit, Vector3};
use roxmltree::{Document, Node, ParsingOptions};

use super::LoadError;
use super::attributes::{MOST_ATTRIBUTES, crowded};
use super::load::{Triangles, check_count};
use super::polygons::{fan, strip};

/// Largest depth of nested nodes of a scene.
const DEEPEST: usize = 100;
/// Largest number of nodes of a file.
const MOST_NODES: u32 = 4_000_000;
/// Most instances of nodes and geometries: nested instances multiply.
const MOST_INSTANCES: usize = 100_000;

/// Returns all triangles of the scene, or of all geometries if the file has no scene. Polygons become fans.
pub(super) fn triangles(bytes: &[u8]) -> Result<Triangles, LoadError> {
    let text = std::str::from_utf8(bytes).map_err(|_| LoadError::NotText)?;
    if let Some(at) = crowded(text) {
        let line = text
            .get(..at)
            .map(|before| 1 + before.matches('\n').count());
        let reason = format!("an element has more than {MOST_ATTRIBUTES} attributes");
        return Err(LoadError::Syntax { line, reason });
    }
    let options = ParsingOptions {
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let line = usize::try_from(error.pos().row).ok();
        let reason = format!("it is not valid XML: {error}");
        LoadError::Syntax { line, reason }
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "COLLADA" {
        let tag = root.tag_name().name();
        let reason = format!("the file begins with `{tag}`, not with `COLLADA`");
        return Err(wrong(root, reason));
    }
    let unit = child(root, "asset").and_then(|asset| child(asset, "unit"));
    let metres = unit.and_then(|unit| Some((unit, unit.attribute("meter")?)));
    let unit = metres.map_or(Ok(1.0), |(unit, text)| number(unit, text))?;
    let by_id = root
        .descendants()
        .filter_map(|node| Some((node.attribute("id")?, node)));
    let mut reader = Reader {
        by_id: by_id.collect(),
        ..Reader::default()
    };
    let whole = Matrix4::new_scaling(unit);
    let scene = child(root, "scene").and_then(|scene| child(scene, "instance_visual_scene"));
    match scene {
        Some(scene) => reader.children(reader.target(scene, "url")?, whole, 0)?,
        None => {
            let is_geometry = |node: &Node| node.has_tag_name("geometry");
            for geometry in root.descendants().filter(is_geometry) {
                reader.geometry(geometry, &whole)?;
            }
        }
    }
    Ok(reader.found)
}

#[derive(Default)]
struct Reader<'a> {
    by_id: BTreeMap<&'a str, Node<'a, 'a>>,
    /// The numbers of arrays already read, by their positions: primitives and instances share them.
    numbers: BTreeMap<usize, Rc<[f64]>>,
    found: Triangles,
    instances: usize,
}

impl<'a> Reader<'a> {
    /// Finds the target of a reference within the file.
    fn target(&self, node: Node<'a, 'a>, attribute: &str) -> Result<Node<'a, 'a>, LoadError> {
        let url = node.attribute(attribute).unwrap_or_default();
        let found = url.strip_prefix('#').and_then(|id| self.by_id.get(id));
        found.copied().ok_or_else(|| {
            let tag = node.tag_name().name();
            let reason = format!("`{tag}` refers to `{url}`, which is not in the file");
            wrong(node, reason)
        })
    }

    /// Reads the nodes and geometries in a node or scene.
    fn children(
        &mut self,
        of: Node<'a, 'a>,
        place: Matrix4<f64>,
        depth: usize,
    ) -> Result<(), LoadError> {
        self.instances += 1;
        if depth > DEEPEST || self.instances > MOST_INSTANCES {
            return Err(wrong(of, "nodes refer to each other without end"));
        }
        for node in of.children().filter(Node::is_element) {
            match node.tag_name().name() {
                "node" => {
                    let place = place * transform(node)?;
                    self.children(node, place, depth + 1)?;
                }
                "instance_node" => {
                    let node = self.target(node, "url")?;
                    let place = place * transform(node)?;
                    self.children(node, place, depth + 1)?;
                }
                "instance_geometry" => {
                    let geometry = self.target(node, "url")?;
                    self.geometry(geometry, &place)?;
                }
                "instance_controller" => {
                    let controller = self.target(node, "url")?;
                    let Some(skin) = child(controller, "skin") else {
                        continue;
                    };
                    let geometry = self.target(skin, "source")?;
                    let bound = match child(skin, "bind_shape_matrix") {
                        Some(matrix) => matrix_of(matrix)?,
                        None => Matrix4::identity(),
                    };
                    self.geometry(geometry, &(place * bound))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn geometry(&mut self, geometry: Node<'a, 'a>, place: &Matrix4<f64>) -> Result<(), LoadError> {
        self.instances += 1;
        if self.instances > MOST_INSTANCES {
            return Err(wrong(geometry, "there are too many geometries"));
        }
        let Some(mesh) = child(geometry, "mesh") else {
            return Ok(());
        };
        for primitive in mesh.children().filter(Node::is_element) {
            let kind = primitive.tag_name().name();
            if matches!(
                kind,
                "triangles" | "polylist" | "polygons" | "trifans" | "tristrips"
            ) {
                self.primitive(primitive, place)?;
            }
        }
        Ok(())
    }

    fn primitive(
        &mut self,
        primitive: Node<'a, 'a>,
        place: &Matrix4<f64>,
    ) -> Result<(), LoadError> {
        let (mut stride, mut at) = (1, None);
        for input in children(primitive, "input") {
            let offset = input.attribute("offset").unwrap_or("0").parse::<usize>();
            let whole = "the offset of an input must be a whole number";
            let offset = offset.map_err(|_| wrong(input, whole))?;
            if offset > 1000 {
                let reason = format!("the offset {offset} of an input is too large");
                return Err(wrong(input, reason));
            }
            stride = stride.max(offset + 1);
            if input.attribute("semantic") == Some("VERTEX") {
                at = Some((offset, self.places(self.target(input, "source")?, place)?));
            }
        }
        let Some((offset, places)) = at else {
            return Ok(());
        };
        let mut counts = match child(primitive, "vcount") {
            Some(counts) => indices(counts)?.into_iter(),
            None => vec![].into_iter(),
        };
        for list in children(primitive, "p") {
            let all = indices(list)?;
            let mut corners = Vec::with_capacity(all.len() / stride);
            for index in all.chunks(stride).filter_map(|corner| corner.get(offset)) {
                let place = places.get(*index).ok_or_else(|| {
                    let last = places.len().saturating_sub(1);
                    let known = format!("they are numbered from 0 to {last}");
                    wrong(list, format!("there is no vertex {index}: {known}"))
                })?;
                corners.push(*place);
            }
            match primitive.tag_name().name() {
                "triangles" => self.add(corners.as_chunks::<3>().0.iter().copied())?,
                "polylist" => {
                    let mut rest = corners.as_slice();
                    for count in counts.by_ref() {
                        let Some((polygon, others)) = rest.split_at_checked(count) else {
                            return Err(wrong(
                                list,
                                "its polygons need more corners than it contains",
                            ));
                        };
                        self.add(fan(polygon))?;
                        rest = others;
                    }
                }
                "tristrips" => self.add(strip(&corners))?,
                _ => self.add(fan(&corners))?,
            }
        }
        Ok(())
    }

    /// Returns the positions that the vertices of a primitive refer to.
    fn places(
        &mut self,
        vertices: Node<'a, 'a>,
        place: &Matrix4<f64>,
    ) -> Result<Vec<Vector3<f64>>, LoadError> {
        let mut positions = children(vertices, "input");
        let Some(input) = positions.find(|input| input.attribute("semantic") == Some("POSITION"))
        else {
            return Err(wrong(vertices, "these vertices have no positions"));
        };
        let source = self.target(input, "source")?;
        let Some(array) = child(source, "float_array") else {
            return Err(wrong(source, "there are no numbers in this source"));
        };
        let at = array.range().start;
        let numbers = match self.numbers.get(&at) {
            Some(known) => Rc::clone(known),
            None => {
                let read: Rc<[f64]> = numbers(array)?.into();
                self.numbers.insert(at, Rc::clone(&read));
                read
            }
        };
        let accessor =
            child(source, "technique_common").and_then(|common| child(common, "accessor"));
        let of = |name: &str| accessor.and_then(|a| a.attribute(name)?.parse::<usize>().ok());
        let (stride, offset) = (of("stride").unwrap_or(3).max(3), of("offset").unwrap_or(0));
        let rows = numbers.get(offset..).unwrap_or_default().chunks(stride);
        let places = rows.filter_map(|row| match *row {
            [x, y, z, ..] => Some(place.transform_point(&[x, y, z].into()).coords),
            _ => None,
        });
        Ok(places.collect())
    }

    /// Adds triangles, unless they are too many.
    fn add(&mut self, triangles: impl Iterator<Item = [Vector3<f64>; 3]>) -> Result<(), LoadError> {
        self.found.extend(triangles);
        check_count(self.found.len())
    }
}

/// Returns the product of the transforms of a node.
fn transform<'a>(node: Node<'a, 'a>) -> Result<Matrix4<f64>, LoadError> {
    let mut whole = Matrix4::identity();
    for part in node.children().filter(Node::is_element) {
        let tag = part.tag_name().name();
        if tag == "matrix" {
            whole *= matrix_of(part)?;
            continue;
        }
        if !matches!(tag, "translate" | "rotate" | "scale") {
            continue;
        }
        whole *= match (tag, numbers(part)?.as_slice()) {
            ("translate", &[x, y, z]) => Matrix4::new_translation(&Vector3::new(x, y, z)),
            ("scale", &[x, y, z]) => Matrix4::new_nonuniform_scaling(&Vector3::new(x, y, z)),
            ("rotate", &[x, y, z, degrees]) => match Unit::try_new(Vector3::new(x, y, z), 0.0) {
                Some(axis) => {
                    Rotation3::from_axis_angle(&axis, degrees.to_radians()).to_homogeneous()
                }
                None => Matrix4::identity(),
            },
            (_, numbers) => {
                let found = numbers.len();
                let reason = format!("`{tag}` has {found} numbers, not 3 (4 for `rotate`)");
                return Err(wrong(part, reason));
            }
        };
    }
    Ok(whole)
}

fn matrix_of<'a>(node: Node<'a, 'a>) -> Result<Matrix4<f64>, LoadError> {
    let numbers = numbers(node)?;
    match numbers.len() {
        16 => Ok(Matrix4::from_row_slice(&numbers)),
        found => Err(wrong(node, format!("a matrix has 16 numbers, not {found}"))),
    }
}

fn children<'a>(of: Node<'a, 'a>, tag: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    of.children()
        .filter(move |node| node.is_element() && node.tag_name().name() == tag)
}

fn child<'a>(of: Node<'a, 'a>, tag: &'a str) -> Option<Node<'a, 'a>> {
    children(of, tag).next()
}

fn number(at: Node, text: &str) -> Result<f64, LoadError> {
    let found = text.parse::<f64>().ok().filter(|x| x.is_finite());
    found.ok_or_else(|| wrong(at, format!("`{text}` is not a finite number")))
}

fn numbers<'a>(node: Node<'a, 'a>) -> Result<Vec<f64>, LoadError> {
    words(node).map(|word| number(node, word)).collect()
}

/// Returns the words in an element, ignoring comments between them.
fn words<'a>(node: Node<'a, 'a>) -> impl Iterator<Item = &'a str> {
    let texts = node
        .children()
        .filter_map(|child| child.text().filter(|_| child.is_text()));
    texts.flat_map(str::split_ascii_whitespace)
}

fn indices<'a>(node: Node<'a, 'a>) -> Result<Vec<usize>, LoadError> {
    let index = |word: &str| {
        let reason = || format!("`{word}` is not a whole number of zero or more");
        word.parse().map_err(|_| wrong(node, reason()))
    };
    words(node).map(index).collect()
}

fn wrong(at: Node, reason: impl Into<String>) -> LoadError {
    let row = at.document().text_pos_at(at.range().start).row;
    LoadError::Syntax {
        line: usize::try_from(row).ok(),
        reason: reason.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a file with a square of four corners in centimetres, shown twice: unchanged, and rotated, moved and doubled.
    fn square(primitive: &str, unit: &str) -> String {
        format!(
            r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="cm" meter="{unit}"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 100 0 0 100 100 0 0 100 0</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
{primitive}
</mesh></geometry></library_geometries>
<library_nodes><node id="n"><instance_geometry url="#g"/></node></library_nodes>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node>
<node><translate>0 0 300</translate><rotate>0 0 1 90</rotate><scale>2 2 2</scale><instance_node url="#n"/></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene>
</COLLADA>"##
        )
    }

    const TRIANGLES: &str = r##"<triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#p" offset="1"/><p>0 0 1 0 2 0 0 0 2 0 3 0</p></triangles>"##;

    fn close(found: &[Vector3<f64>; 3], expected: [[f64; 3]; 3]) -> bool {
        let pairs = found.iter().zip(expected);
        pairs
            .map(|(a, b)| (a - Vector3::from(b)).norm())
            .fold(0.0, f64::max)
            < 1e-14
    }

    #[test]
    fn instances_stand_where_their_nodes_put_them_in_metres() {
        let found = triangles(square(TRIANGLES, "0.01").as_bytes()).unwrap();
        assert_eq!(found.len(), 4);
        assert!(close(
            &found[0],
            [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]
        ));
        assert!(
            close(
                &found[2],
                [[0.0, 0.0, 3.0], [0.0, 2.0, 3.0], [-2.0, 2.0, 3.0]]
            ),
            "{:?}",
            found[2]
        );
    }

    #[test]
    fn every_kind_of_polygon_becomes_triangles() {
        let whole = triangles(square(TRIANGLES, "1").as_bytes()).unwrap();
        let input = r##"<input semantic="VERTEX" source="#v" offset="0"/>"##;
        for primitive in [
            format!("<polylist count=\"1\">{input}<vcount>4</vcount><p>0 1 2 3</p></polylist>"),
            format!("<polygons count=\"1\">{input}<p>0 1 2 3</p></polygons>"),
            format!("<trifans count=\"1\">{input}<p>0 1 2 3</p></trifans>"),
        ] {
            assert_eq!(
                triangles(square(&primitive, "1").as_bytes()).unwrap(),
                whole,
                "{primitive}"
            );
        }
        let strip = format!("<tristrips count=\"1\">{input}<p>1 2 0 3</p></tristrips>");
        let strip = triangles(square(&strip, "1").as_bytes()).unwrap();
        let up = |t: &[Vector3<f64>; 3]| (t[1] - t[0]).cross(&(t[2] - t[0])).z;
        assert_eq!((strip.len(), up(&strip[0]), up(&strip[1])), (4, 1e4, 1e4));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let told = |text: &str| triangles(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(
            told(&square(&TRIANGLES.replace("2 0 3 0", "2 0 9 0"), "1")),
            "line 8: there is no vertex 9: they are numbered from 0 to 3"
        );
        assert!(told(&square(TRIANGLES, "wide")).contains("`wide` is not a finite number"));
        assert!(
            told("<COLLADA><scene><instance_visual_scene url='#x'/></scene></COLLADA>")
                .contains("`#x`")
        );
        let comment =
            square(TRIANGLES, "1").replace("0 0 0 100", "<!-- four -->0 0 0<!-- x y z -->100");
        assert_eq!(triangles(comment.as_bytes()).unwrap().len(), 4);
        assert!(told("<robot/>").contains("`robot`"));
        assert!(told("solid").contains("not valid XML"));
        let endless = square(TRIANGLES, "1").replace(
            "<node id=\"n\">",
            "<node id=\"n\"><instance_node url=\"#n\"/>",
        );
        assert!(told(&endless).contains("without end"));
    }
}

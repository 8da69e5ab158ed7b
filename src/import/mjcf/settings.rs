//! Settings of a whole MJCF file: `compiler`, and the classes of defaults.

use crate::import::context::{Context, near};
use crate::import::xml::{Attribute, Element};
use std::path::PathBuf;

/// The settings of `compiler`, with MuJoCo's defaults.
pub(super) struct Compiler {
    /// Radians per unit of an angle.
    pub angle: f64,
    /// The axes of `euler`, one letter each; capital letters are fixed axes.
    pub euler: [char; 3],
    /// Whether a joint with a range is limited by default.
    pub autolimits: bool,
    /// Whether masses come from shapes: always, never, or if a body has no numbers.
    pub from_shapes: Option<bool>,
    /// Groups of shapes that have mass, first and last.
    pub groups: [f64; 2],
    /// Total mass of everything that moves (kg).
    pub total_mass: Option<f64>,
    /// Whether invalid moments of inertia are replaced by their mean.
    pub balance: bool,
    /// Least mass of a moving body (kg), and least moment of inertia (kg m2).
    pub least: [f64; 2],
    /// Folder of the mesh files.
    pub mesh_folder: PathBuf,
    /// Whether paths of files are reduced to their last component.
    pub strip_path: bool,
    /// Whether shapes without contacts are omitted.
    pub discard_visual: bool,
}

impl Compiler {
    pub fn of(root: &Element, ctx: &mut Context) -> Self {
        let mut c = Compiler {
            angle: std::f64::consts::PI / 180.0,
            euler: ['x', 'y', 'z'],
            autolimits: true,
            from_shapes: None,
            groups: [0.0, 5.0],
            total_mass: None,
            balance: false,
            least: [0.0; 2],
            mesh_folder: ctx.folder.clone(),
            strip_path: false,
            discard_visual: false,
        };
        for element in root.all("compiler") {
            c.read(element, ctx);
        }
        c
    }

    fn read(&mut self, e: &Element, ctx: &mut Context) {
        if let Some(a) = e.get("angle") {
            match a.value.as_str() {
                "degree" => self.angle = std::f64::consts::PI / 180.0,
                "radian" => self.angle = 1.0,
                _ => wrong_word(ctx, a, "degree or radian"),
            }
        }
        if let Some(a) = e.get("eulerseq") {
            let letters: Vec<char> = a.value.chars().collect();
            match letters.as_slice() {
                &[x, y, z] if [x, y, z].iter().all(|c| "xyzXYZ".contains(*c)) => {
                    self.euler = [x, y, z];
                }
                _ => wrong_word(ctx, a, "three letters of xyzXYZ"),
            }
        }
        if let Some(a) = e.get("coordinate").filter(|a| a.value != "local") {
            wrong_word(
                ctx,
                a,
                "local, the only one that MuJoCo still supports; save the file again with an older MuJoCo",
            );
        }
        if let Some(a) = e.get("inertiafromgeom") {
            self.from_shapes = match a.value.as_str() {
                "auto" => None,
                _ => flag(ctx, a),
            };
        }
        self.groups = ctx.array(e.get("inertiagrouprange")).unwrap_or(self.groups);
        if let Some(mass) = ctx.number(e.get("settotalmass")).filter(|m| *m > 0.0) {
            self.total_mass = Some(mass);
        }
        self.least[0] = ctx.number(e.get("boundmass")).unwrap_or(self.least[0]);
        self.least[1] = ctx.number(e.get("boundinertia")).unwrap_or(self.least[1]);
        for (name, place) in [
            ("autolimits", &mut self.autolimits),
            ("balanceinertia", &mut self.balance),
            ("strippath", &mut self.strip_path),
            ("discardvisual", &mut self.discard_visual),
        ] {
            if let Some(a) = e.get(name) {
                *place = flag(ctx, a).unwrap_or(*place);
            }
        }
        for name in ["assetdir", "meshdir"] {
            if let Some(folder) = e.text_of(name) {
                self.mesh_folder = ctx.folder.join(folder);
            }
        }
        // It concerns pictures only.
        e.get("texturedir");
    }
}

/// Reports a word that is not one of the expected words.
pub(super) fn wrong_word(ctx: &mut Context, a: &Attribute, wanted: &str) {
    let message = format!("`{}` must be {wanted}, found `{}`", a.name, a.value);
    ctx.error("E034", a.span, message, "correct the word in the file");
}

/// Reads `true` or `false`.
pub(super) fn flag(ctx: &mut Context, a: &Attribute) -> Option<bool> {
    match a.value.as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => {
            wrong_word(ctx, a, "true or false");
            None
        }
    }
}

/// A class of defaults.
struct Class<'a> {
    name: &'a str,
    parent: Option<usize>,
    elements: Vec<&'a Element>,
}

/// All classes of defaults; the first is the outermost.
pub(super) struct Defaults<'a> {
    classes: Vec<Class<'a>>,
}

impl<'a> Defaults<'a> {
    pub fn of(root: &'a Element) -> Self {
        let main = Class {
            name: "main",
            parent: None,
            elements: vec![],
        };
        let mut defaults = Defaults {
            classes: vec![main],
        };
        for element in root.all("default") {
            defaults.add(element, None);
        }
        defaults
    }

    fn add(&mut self, element: &'a Element, parent: Option<usize>) {
        let name = element.text_of("class");
        let known = name.and_then(|name| self.class(name));
        let number = match (parent, known) {
            (_, Some(known)) => known,
            // The outermost class may have any name.
            (None, None) => {
                if let Some(main) = self.classes.first_mut() {
                    main.name = name.unwrap_or(main.name);
                }
                0
            }
            (Some(_), None) => {
                self.classes.push(Class {
                    name: name.unwrap_or_default(),
                    parent,
                    elements: vec![],
                });
                self.classes.len() - 1
            }
        };
        for child in &element.children {
            child.see();
            if child.tag == "default" {
                self.add(child, Some(number));
            } else if let Some(class) = self.classes.get_mut(number) {
                class.elements.push(child);
            }
        }
    }

    fn class(&self, name: &str) -> Option<usize> {
        self.classes.iter().position(|c| c.name == name)
    }

    /// Finds the class that an attribute names, or reports an unknown one.
    pub fn named(&self, a: &Attribute, ctx: &mut Context) -> Option<usize> {
        let found = self.class(&a.value);
        if found.is_none() {
            let names = self.classes.iter().map(|c| c.name);
            let message = format!("there is no class of defaults `{}`", a.value);
            let help = near(&a.value, names, "define it in `default`");
            ctx.error("E035", a.span, message, &help);
        }
        found
    }

    /// Combines an element with the defaults of its class, or of the class of its surroundings.
    pub fn view(&self, own: &'a Element, around: Option<usize>, ctx: &mut Context) -> View<'a> {
        let class = own.get("class").and_then(|a| self.named(a, ctx));
        self.view_as(own, &own.tag, class.or(around))
    }

    /// Combines an element with the defaults of a class for a tag.
    pub fn view_as(&self, own: &'a Element, tag: &str, class: Option<usize>) -> View<'a> {
        let mut levels = vec![own];
        let mut at = Some(class.unwrap_or(0));
        while let Some(class) = at.and_then(|at| self.classes.get(at)) {
            let of_tag = class.elements.iter().rev().filter(|e| e.tag == tag);
            levels.extend(of_tag);
            at = class.parent;
        }
        View { levels }
    }
}

/// An element with its defaults.
pub(super) struct View<'a> {
    levels: Vec<&'a Element>,
}

impl<'a> View<'a> {
    /// Returns an attribute of the element, or of its defaults.
    pub fn get(&self, name: &str) -> Option<&'a Attribute> {
        // All count as read, including overridden ones.
        let all: Vec<_> = self.levels.iter().filter_map(|e| e.get(name)).collect();
        all.first().copied()
    }

    /// Returns the first of several mutually exclusive attributes.
    pub fn one_of(&self, names: &[&str]) -> Option<&'a Attribute> {
        let of_level = |e: &&'a Element| names.iter().find_map(|name| e.get(name));
        let all: Vec<_> = self.levels.iter().filter_map(of_level).collect();
        all.first().copied()
    }

    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.get(name).map(|a| a.value.as_str())
    }

    /// Returns the element itself.
    pub fn own(&self) -> Option<&'a Element> {
        self.levels.first().copied()
    }
}

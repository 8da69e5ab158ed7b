//! Settings of a whole MJCF file: `compiler`, and the classes of defaults.

use crate::import::context::{Context, near};
use crate::import::xml::{Attribute, Element};
use std::path::PathBuf;

/// The settings of `compiler`, with MuJoCo's defaults.
pub(super) struct Compiler {
    /// Radians for each unit of an angle.
    pub angle: f64,
    /// The axes of `euler`, a letter each; capital ones are fixed in space.
    pub euler: [char; 3],
    /// Whether a range alone makes a joint limited.
    pub autolimits: bool,
    /// Whether masses come from shapes: always, never, or where a body has no numbers.
    pub from_shapes: Option<bool>,
    /// Shapes of these groups have mass.
    pub groups: [f64; 2],
    /// Mass of everything that moves (kg).
    pub total_mass: Option<f64>,
    /// Whether impossible moments of inertia become their mean.
    pub balance: bool,
    /// Least mass of a body that moves (kg), and least moment of inertia.
    pub least: [f64; 2],
    /// Folder of the mesh files.
    pub mesh_folder: PathBuf,
    /// Whether paths of files are cut down to their last part.
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
        if let Some(n) = e
            .get("inertiagrouprange")
            .and_then(|a| ctx.numbers(a, 2, 2))
        {
            self.groups.copy_from_slice(&n);
        }
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
        // Of pictures alone.
        e.get("texturedir");
    }
}

/// Reports a word that is none of those wanted.
pub(super) fn wrong_word(ctx: &mut Context, a: &Attribute, wanted: &str) {
    let message = format!("`{}` must be {wanted}, found `{}`", a.name, a.value);
    ctx.error("E034", a.span, message, "correct the word in the file");
}

/// `true` or `false`.
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
            // The outermost may have any name.
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

    /// The class that an attribute names; a report where there is none.
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

    /// An element with the defaults of its class, or of the class that applies to its surroundings.
    pub fn view(&self, own: &'a Element, around: Option<usize>, ctx: &mut Context) -> View<'a> {
        let class = own.get("class").and_then(|a| self.named(a, ctx));
        self.view_as(own, &own.tag, class.or(around))
    }

    /// An element with the defaults that a class has for a tag.
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

/// An element in front of its defaults.
pub(super) struct View<'a> {
    levels: Vec<&'a Element>,
}

impl<'a> View<'a> {
    /// An attribute of the element, else of its defaults.
    pub fn get(&self, name: &str) -> Option<&'a Attribute> {
        // All count as read: those that are overridden, too.
        let all: Vec<_> = self.levels.iter().filter_map(|e| e.get(name)).collect();
        all.first().copied()
    }

    /// The first of several attributes that exclude each other.
    pub fn one_of(&self, names: &[&str]) -> Option<&'a Attribute> {
        let of_level = |e: &&'a Element| names.iter().find_map(|name| e.get(name));
        let all: Vec<_> = self.levels.iter().filter_map(of_level).collect();
        all.first().copied()
    }

    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.get(name).map(|a| a.value.as_str())
    }

    /// The element itself.
    pub fn own(&self) -> Option<&'a Element> {
        self.levels.first().copied()
    }
}

//! File format of a vector: its three components.

use nalgebra::Vector3;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes a vector as its three components.
///
/// # Errors
/// As of the serializer.
pub fn serialize<S: Serializer>(vector: &Vector3<f64>, to: S) -> Result<S::Ok, S::Error> {
    <[f64; 3]>::from(*vector).serialize(to)
}

/// Reads a vector from its three components.
///
/// # Errors
/// As of the deserializer.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vector3<f64>, D::Error> {
    <[f64; 3]>::deserialize(from).map(Vector3::from)
}

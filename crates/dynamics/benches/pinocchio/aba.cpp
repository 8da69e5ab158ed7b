// Time of one evaluation by Pinocchio: accelerations from a state and joint forces by the articulated-body method.
//
//   aba FIGURE.json SECONDS
//
// reads a figure as tests/vectors/make_pinocchio.py writes it and prints one line: the shortest time of a batch, divided by its
// evaluations, in ns, and the norm of the joint accelerations, by which evaluation.py sees that both programs compute the same.

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Before Boost, whose limits it sets.
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/multibody.hpp>

#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>

using boost::property_tree::ptree;
using namespace pinocchio;

static std::vector<double> numbers(const ptree &tree) {
  std::vector<double> all;
  for (const auto &item : tree) {
    if (item.second.empty()) {
      all.push_back(item.second.get_value<double>());
    } else {
      for (double x : numbers(item.second)) all.push_back(x);
    }
  }
  return all;
}

static Eigen::Vector3d vector(const ptree &tree) {
  const auto v = numbers(tree);
  return {v.at(0), v.at(1), v.at(2)};
}

static Eigen::Matrix3d matrix(const ptree &tree) {
  const auto m = numbers(tree);
  Eigen::Matrix3d all;
  all << m.at(0), m.at(1), m.at(2), m.at(3), m.at(4), m.at(5), m.at(6), m.at(7), m.at(8);
  return all;
}

static Inertia inertia(const ptree &tree) {
  return {tree.get<double>("mass"), vector(tree.get_child("centre")), matrix(tree.get_child("about_centre"))};
}

int main(int count, char **words) {
  if (count != 3) {
    std::fprintf(stderr, "usage: aba FIGURE.json SECONDS\n");
    return 2;
  }
  ptree figure;
  boost::property_tree::read_json(words[1], figure);
  const double seconds = std::atof(words[2]);

  Model model;
  model.gravity.linear() = vector(figure.get_child("gravity"));
  const auto root = model.addJoint(0, JointModelFreeFlyer(), SE3::Identity(), "root");
  model.appendBodyToJoint(root, inertia(figure.get_child("root")), SE3::Identity());
  std::vector<ptree> links;
  for (const auto &item : figure.get_child("links")) links.push_back(item.second);
  // Pinocchio wants joints depth-first.
  std::vector<std::vector<std::size_t>> children(links.size() + 1);
  for (std::size_t i = 0; i < links.size(); i++) children.at(links[i].get<std::size_t>("parent")).push_back(i);
  std::vector<JointIndex> joints(links.size() + 1, root);
  std::vector<double> scales(links.size());
  std::vector<std::size_t> waiting(children[0].rbegin(), children[0].rend());
  while (!waiting.empty()) {
    const auto i = waiting.back();
    waiting.pop_back();
    const auto &link = links[i];
    const Eigen::Vector3d axis = vector(link.get_child("axis"));
    scales[i] = axis.norm();
    const SE3 placement(matrix(link.get_child("rotation")), vector(link.get_child("translation")));
    const auto parent = joints.at(link.get<std::size_t>("parent"));
    // An axis along a coordinate has a joint of its own, which is faster.
    const Eigen::Vector3d unit = axis / scales[i];
    const auto name = "joint" + std::to_string(i);
    JointIndex joint;
    if (unit == Eigen::Vector3d::UnitX()) joint = model.addJoint(parent, JointModelRX(), placement, name);
    else if (unit == Eigen::Vector3d::UnitY()) joint = model.addJoint(parent, JointModelRY(), placement, name);
    else if (unit == Eigen::Vector3d::UnitZ()) joint = model.addJoint(parent, JointModelRZ(), placement, name);
    else joint = model.addJoint(parent, JointModelRevoluteUnaligned(unit), placement, name);
    model.appendBodyToJoint(joint, inertia(link.get_child("inertia")), SE3::Identity());
    joints[i + 1] = joint;
    waiting.insert(waiting.end(), children[i + 1].rbegin(), children[i + 1].rend());
  }

  Eigen::VectorXd q(model.nq), v(model.nv), tau = Eigen::VectorXd::Zero(model.nv);
  const auto quaternion = numbers(figure.get_child("orientation"));
  q.head<3>() = vector(figure.get_child("position"));
  q.segment<4>(3) << quaternion.at(1), quaternion.at(2), quaternion.at(3), quaternion.at(0);
  v.head<3>() = vector(figure.get_child("v"));
  v.segment<3>(3) = vector(figure.get_child("omega"));
  const auto angles = numbers(figure.get_child("q")), rates = numbers(figure.get_child("qd"));
  const auto forces = numbers(figure.get_child("tau"));
  for (std::size_t i = 0; i < links.size(); i++) {
    const auto &joint = model.joints[joints[i + 1]];
    q[joint.idx_q()] = scales[i] * angles.at(i);
    v[joint.idx_v()] = scales[i] * rates.at(i);
    tau[joint.idx_v()] = forces.at(i) / scales[i];
  }

  Data data(model);
  const int batch = 50;
  double best = 1e300, square = 0.0;
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < seconds) {
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < batch; k++) aba(model, data, q, v, tau);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count() / batch);
  }
  for (std::size_t i = 0; i < links.size(); i++) {
    const double a = data.ddq[model.joints[joints[i + 1]].idx_v()] / scales[i];
    square += a * a;
  }
  std::printf("%.1f ns %.12e\n", best, std::sqrt(square));
}

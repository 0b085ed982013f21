/** True for a node that React keeps, or the root that it draws into: React marks both. */
export const isOurs = (node: Node): boolean => Object.keys(node).some((key) => key.startsWith("__react"))

export const holdsOurs = (node: Node): boolean => isOurs(node) || [...node.childNodes].some(holdsOurs)

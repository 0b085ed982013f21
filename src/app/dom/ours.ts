/** React marks each node that it keeps, and the root that it draws into. */
export const isOurs = (node: Node): boolean => Object.keys(node).some((key) => key.startsWith("__react"))

export const holdsOurs = (node: Node): boolean => isOurs(node) || [...node.childNodes].some(holdsOurs)

/** What keeps the program from starting or going on: one sentence that says what and where, for the person who started it. */
export class Problem extends Error {}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EACCES: "access is denied",
  EPERM: "it is not permitted",
  EROFS: "the file system is read-only",
  ENOTDIR: "a part of the path is no folder",
  EISDIR: "it is a folder",
  EADDRINUSE: "it is taken",
}

/** Why the system refused, in words. */
export const whyOf = (error: unknown): string => {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return REASONS[code] ?? (error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error))
}

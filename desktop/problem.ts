/** A failure that stops the program: one sentence with its reason and place, for the person who started it. */
export class Problem extends Error {}

/** A wrong start. The program ends with the exit code for bad use. */
export class UsageProblem extends Problem {}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EACCES: "access is denied",
  EPERM: "it is not permitted",
  EROFS: "the file system is read-only",
  ENOTDIR: "a part of the path is no folder",
  EISDIR: "it is a folder",
  EADDRINUSE: "it is taken",
  EADDRNOTAVAIL: "this computer does not have the address",
  EEXIST: "something else has that name",
  ENOENT: "it is not there",
  ENOTEMPTY: "the folder is not empty",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  EBUSY: "it is in use",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open on this computer",
  EIO: "the disk failed",
}

/** The message without Node's code before it and call after it. */
const plain = (message: string): string =>
  (message.split("\n", 1)[0] ?? "")
    .replace(/^[A-Z][A-Z0-9_]+: /, "")
    .replace(/, [a-z]+(?: '[^']*'(?: -> '[^']*')?)?$/, "")

/** The system's reason for a refusal, in words. */
export const whyOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return ("code" in error ? REASONS[String(error.code)] : undefined) ?? plain(error.message)
}

/** The same with the file or folder, where the system names one. */
export const sentenceOf = (error: unknown): string => {
  const path = error instanceof Error && "path" in error ? error.path : undefined
  return typeof path === "string" ? `${path} cannot be used: ${whyOf(error)}` : whyOf(error)
}

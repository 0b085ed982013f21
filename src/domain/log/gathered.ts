/** A SHA-256 that goes on: `digest` gives lower-case hexadecimal of all text so far (as UTF-8) and ends nothing. */
export interface RunningHash {
  readonly update: (text: string) => void
  readonly digest: () => string
}

/** UTF-16 units that are handed on at once. */
const GATHERED_UNITS = 64 * 1024

/** Hands text on in long pieces: a hash that is given a million short lines spends its time on being called. */
export const gathered = (hash: RunningHash): RunningHash => {
  let pending = ""
  const handOn = () => {
    if (pending !== "") hash.update(pending)
    pending = ""
  }
  return {
    update: (text) => {
      pending += text
      if (pending.length >= GATHERED_UNITS) handOn()
    },
    digest: () => {
      handOn()
      return hash.digest()
    },
  }
}

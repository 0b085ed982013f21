import { expose } from "comlink"
import { hash } from "./hashing.ts"

/** What the page can ask of this worker. */
export interface HashWorker {
  readonly hash: typeof hash
}

expose({ hash } satisfies HashWorker)

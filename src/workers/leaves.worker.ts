import { expose } from "comlink"
import { hostsFrom, lanTargets } from "../domain/values/lanTarget.ts"
import { firmware } from "./firmware/asked.ts"
import { hash } from "./hashing.ts"

/**
 * What the page asks of its workers but the log. Each kind of work has a worker of its own, and all share this one script, which is
 * 12 KiB less than a script each.
 */
const leaves = {
  hash,
  /** Expands search targets off the page's thread, one part at a time (LAN-5, WORKER-1). */
  hosts: (targets: readonly string[], from: number, count: number): readonly string[] =>
    hostsFrom(lanTargets(targets), from, count),
  ...firmware,
}
export type Leaves = typeof leaves

expose(leaves)

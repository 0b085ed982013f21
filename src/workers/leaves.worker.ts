import { expose } from "comlink"
import { hostsFrom, lanTargets } from "../domain/values/lanTarget.ts"
import { firmware } from "./firmware/asked.ts"
import { hash } from "./hashing.ts"

/**
 * All worker functions for the page except those for the log. Each kind of work has its own worker, and all share this
 * one script, which saves 12 KiB for each.
 */
const leaves = {
  hash,
  /** Expands scan targets off the page's thread, one part at a time (LAN-5, WORKER-1). */
  hosts: (targets: readonly string[], from: number, count: number): readonly string[] =>
    hostsFrom(lanTargets(targets), from, count),
  ...firmware,
}
export type Leaves = typeof leaves

expose(leaves)

import { expose } from "comlink"
import { hostsFrom, lanTargets } from "../domain/values/lanTarget.ts"

/** Expands search targets off the page's thread, one part at a time (LAN-5, WORKER-1). */
export interface SubnetsWorker {
  readonly hosts: (targets: readonly string[], from: number, count: number) => readonly string[]
}

expose({
  hosts: (targets, from, count) => hostsFrom(lanTargets(targets), from, count),
} satisfies SubnetsWorker)

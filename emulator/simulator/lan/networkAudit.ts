import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import type { NetworkRequest, Settled } from "../network/network.ts"
import { Violation } from "../violation.ts"
import type { Tab } from "../world.ts"
import type { Neighbourhood } from "./neighbourhood.ts"

/** Checks of this network at each event. */

export class NetworkAudit {
  readonly #around: Neighbourhood
  /** NAT requests that a tab has relayed. */
  readonly #relayed = new Map<Tab, number>()

  constructor(around: Neighbourhood) {
    this.#around = around
  }

  readonly committed = (tab: Tab, event: RecordedEvent, total: number): void => {
    const page = this.#around.pages.get(tab)
    if (page === undefined) return
    if (event.type === "ScanStarted") page.searchBegins()
    if (event.type === "ScanEnded" && event.payload.outcome === "done") this.#checkScan(page.scanned, total)
    if (event.type === "LanWakeTold") this.#checkEvidence(event.payload)
  }

  /** A scan is done only when it has asked every address exactly once (LAN-5). */
  #checkScan(scanned: readonly string[], total: number): void {
    const different = new Set(scanned).size
    if (different !== scanned.length)
      throw new Violation(25, `${scanned.length - different} addresses of a scan were asked twice`)
    if (different !== total)
      throw new Violation(25, `a scan of ${total} addresses is said to be done, and ${different} were asked`)
  }

  /** A wake may be reported as sent or awake only after the native side reported it for that device (WAKE-4). */
  #checkEvidence({ id, stage }: Extract<RecordedEvent, { type: "LanWakeTold" }>["payload"]): void {
    if (stage !== "sent" && stage !== "awake") return
    if (!this.#around.evidence.has(`${id} ${stage}`))
      throw new Violation(25, `the computer of ${id} is said to be ${stage}, and no report says that`)
  }

  /** Each NAT request is relayed at most once (DEVICE-10). */
  readonly relayed = ({ tab }: NetworkRequest): void => {
    const count = (this.#relayed.get(tab) ?? 0) + 1
    this.#relayed.set(tab, count)
    const reported = this.#around.pages.get(tab)?.nats ?? 0
    if (count > reported)
      throw new Violation(5, `${tab.name} relayed ${count} NAT requests, and was told of ${reported}`)
  }

  /** A caller with a refused old token repeats the request with the new one: the server has done nothing. */
  readonly answered = ({ tab }: NetworkRequest, outcome: Settled): void => {
    if (outcome !== "done" && outcome._tag !== "NoReply" && outcome.refusal === "sessionInvalid")
      this.#relayed.set(tab, (this.#relayed.get(tab) ?? 0) - 1)
  }
}

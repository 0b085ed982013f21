import { PASSCODE_PATIENCE_MS } from "../limits.ts"

/**
 * The one question for a passcode that a page may have open. There is only one, because the page's `auth_device` names
 * no device.
 */

type Prompted =
  | { readonly ok: true; readonly passcode: string }
  | { readonly ok: false; readonly reason: "superseded" | "timed_out" | "closed" }

export interface Prompts {
  /** Waits for the person. A newer question, for any device, ends this one. */
  ask(id: string): Promise<Prompted>
  /** False when no question is open. */
  answer(passcode: string): boolean
  /** Gives up the question for this device; false when there is none. */
  giveUp(id: string): boolean
}

interface Open {
  readonly id: string
  readonly settle: (prompted: Prompted) => void
}

export const createPrompts = (gone: AbortSignal): Prompts => {
  let open: Open | undefined

  return {
    ask: (id) =>
      new Promise((resolve) => {
        open?.settle({ ok: false, reason: "superseded" })
        const leave = (): void => mine.settle({ ok: false, reason: "closed" })
        const timer = setTimeout(() => mine.settle({ ok: false, reason: "timed_out" }), PASSCODE_PATIENCE_MS)
        const mine: Open = {
          id,
          settle: (prompted) => {
            clearTimeout(timer)
            gone.removeEventListener("abort", leave)
            if (open === mine) open = undefined
            resolve(prompted)
          },
        }
        open = mine
        if (gone.aborted) leave()
        else gone.addEventListener("abort", leave)
      }),
    answer: (passcode) => {
      const asked = open
      asked?.settle({ ok: true, passcode })
      return asked !== undefined
    },
    giveUp: (id) => {
      const asked = open?.id === id ? open : undefined
      asked?.settle({ ok: false, reason: "superseded" })
      return asked !== undefined
    },
  }
}

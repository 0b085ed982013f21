import type { FaultOrder } from "./api.ts"
import { byId, el } from "./dom.ts"

/** The most common faults, one press each. */

interface Recipe {
  readonly says: string
  readonly breaks: string
  readonly order: FaultOrder
}

const SECOND = 1_000

const recipes: readonly Recipe[] = [
  { says: "Lose the next reply", breaks: "Applied, but the reply is lost", order: { fault: "drop-reply", times: 1 } },
  {
    says: "Lose the next request",
    breaks: "The request never reaches the cloud",
    order: { fault: "drop-request", times: 1 },
  },
  { says: "Fail three times", breaks: "The cloud answers 500", order: { fault: "http-500", times: 3 } },
  { says: "Slow for ten requests", breaks: "Each waits 2 s", order: { fault: "delay", ms: 2 * SECOND, times: 10 } },
  {
    says: "Cloud down for 30 s",
    breaks: "The cloud does not answer",
    order: { fault: "server-down", ms: 30 * SECOND },
  },
  { says: "End the session", breaks: "With the next request", order: { fault: "expire-session", times: 1 } },
  { says: "Close the bridge", breaks: "Every page loses its connection", order: { fault: "bridge-close" } },
  {
    says: "Stall the next download",
    breaks: "The image stops coming halfway",
    order: { fault: "stall-firmware", stage: "download", percent: 50, times: 1 },
  },
  {
    says: "Stall the next upload",
    breaks: "The device stops responding halfway",
    order: { fault: "stall-firmware", stage: "upload", percent: 50, times: 1 },
  },
  {
    says: "Corrupt the next upload",
    breaks: "Bytes are changed halfway",
    order: { fault: "corrupt-firmware", stage: "upload", percent: 50, times: 1 },
  },
  {
    says: "Another key on every device",
    breaks: "Each asks whether it is trusted, until the fault is removed",
    order: { fault: "other-key" },
  },
  {
    says: "Freeze a screen for 10 s",
    breaks: "The next picture waits",
    order: { fault: "screen-freeze", ms: 10 * SECOND, times: 1 },
  },
  { says: "Cut a screen", breaks: "The stream ends, the session stays", order: { fault: "screen-cut", times: 1 } },
  {
    says: "Garbage for a picture",
    breaks: "Bytes that are no picture",
    order: { fault: "screen-garbage", times: 1 },
  },
  {
    says: "Power cut in an update",
    breaks: "While the new image is installed",
    order: { fault: "power-cut", stage: "update", percent: 50, times: 1 },
  },
]

export const showRecipes = (onPick: (order: FaultOrder, says: string) => void): void => {
  byId("recipes").replaceChildren(
    ...recipes.map(({ says, breaks, order }) =>
      el(
        "button",
        { class: "recipe", type: "button", click: () => onPick(order, says) },
        el("b", {}, says),
        el("span", { class: "faint small" }, breaks),
      ),
    ),
  )
}

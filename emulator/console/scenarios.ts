import * as api from "./api.ts"
import { byId, draw, el } from "./dom.ts"

/**
 * The steps of a person here since the start. This browser keeps them under a name, and can repeat them after a fresh
 * start. The same seed makes the same devices, so each step meets its device.
 */

const KEY = "emulator.scenarios"
/** Most steps of one scenario, and most kept scenarios. */
const STEPS_MAX = 200
const KEPT_MAX = 50

interface Scenario {
  readonly name: string
  readonly steps: readonly api.ControlStep[]
}

let steps: api.ControlStep[] = []
/** Number of steps beyond the limit of a scenario. */
let beyond = 0

api.onStep((step) => {
  if (step.path === "reset") {
    steps = []
    beyond = 0
  } else if (steps.length < STEPS_MAX) steps.push(step)
  else beyond += 1
})

const isStep = (value: unknown): value is api.ControlStep =>
  typeof value === "object" &&
  value !== null &&
  typeof Reflect.get(value, "method") === "string" &&
  typeof Reflect.get(value, "path") === "string"

const isScenario = (value: unknown): value is Scenario => {
  if (typeof value !== "object" || value === null) return false
  const kept: unknown = Reflect.get(value, "steps")
  return typeof Reflect.get(value, "name") === "string" && Array.isArray(kept) && kept.every(isStep)
}

/** The stored value may come from an older console or from another person. */
const kept = (): readonly Scenario[] => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]")
    return Array.isArray(value) ? value.filter(isScenario) : []
  } catch {
    return []
  }
}

const keep = (scenarios: readonly Scenario[]): void => localStorage.setItem(KEY, JSON.stringify(scenarios))

const stepsText = (count: number): string => `${count} step${count === 1 ? "" : "s"}`

const run = async ({ steps: again }: Scenario): Promise<void> => {
  await api.startOver()
  for (const step of again) await api.doStep(step)
}

const sinceStart = (): string => {
  if (steps.length === 0) return "Nothing has been done here since the start."
  const done = `${stepsText(steps.length + beyond)} since the start.`
  return beyond === 0 ? done : `${done} A scenario holds the first ${STEPS_MAX}.`
}

type Act = (action: () => Promise<unknown>, done: string) => void

export const showScenarios = (act: Act): void => {
  const all = kept()
  byId("scenario-steps").textContent = sinceStart()
  draw("scenarios", all, () => [
    ...(all.length === 0
      ? [el("p", { class: "empty" }, "No scenario yet. Break something, then save what you did under a name.")]
      : all.map((scenario) =>
          el(
            "div",
            { class: "fault" },
            el(
              "div",
              { class: "grow who" },
              el("b", {}, el("bdi", {}, scenario.name)),
              el("span", { class: "faint" }, stepsText(scenario.steps.length)),
            ),
            el(
              "button",
              {
                class: "btn",
                type: "button",
                key: `run ${scenario.name}`,
                click: () => act(() => run(scenario), `${scenario.name} was run from a fresh start.`),
              },
              "Run",
            ),
            el(
              "button",
              {
                class: "btn quiet",
                type: "button",
                key: `delete ${scenario.name}`,
                title: `Delete ${scenario.name}`,
                click: () => {
                  keep(kept().filter(({ name }) => name !== scenario.name))
                  showScenarios(act)
                },
              },
              "Delete",
            ),
          ),
        )),
  ])
}

/** Saves the steps under this name, and replaces a scenario of the same name. */
export const saveScenario = (name: string): string => {
  if (steps.length === 0) return "There is nothing to save yet."
  const others = kept().filter((scenario) => scenario.name !== name)
  if (others.length >= KEPT_MAX) return `There are ${KEPT_MAX} scenarios already. Delete one first.`
  try {
    keep([...others, { name, steps }])
  } catch {
    return `${name} was not saved: this browser has no room for it.`
  }
  if (beyond === 0) return `${name} saved.`
  return `${name} saved with its first ${STEPS_MAX} steps. ${beyond} more ${beyond === 1 ? "is" : "are"} not in it.`
}

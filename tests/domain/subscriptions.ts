import { Effect } from "effect"

const SUBSCRIBES = /^on[A-Z]/

/**
 * Counts the open subscriptions to the ports of a page, which must all have ended with the page. A new port needs no
 * line here.
 */
export class Subscriptions {
  readonly #open = new Map<string, number>()

  /** The same service, with its subscriptions counted. Methods that subscribe are named `on…`. */
  counted<Service extends object>(service: Service): Service {
    return new Proxy(service, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target)
        if (typeof key !== "string" || !SUBSCRIBES.test(key) || typeof value !== "function") return value
        return (...given: readonly unknown[]) => this.#counting(key, Reflect.apply(value, target, given))
      },
    })
  }

  get open(): readonly string[] {
    return [...this.#open].flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}`] : []))
  }

  #counting(name: string, subscribing: unknown): unknown {
    if (!Effect.isEffect(subscribing)) return subscribing
    return Effect.map(subscribing, (stop) => {
      this.#add(name, 1)
      let isOpen = true
      return () => {
        if (isOpen) this.#add(name, -1)
        isOpen = false
        if (typeof stop === "function") Reflect.apply(stop, undefined, [])
      }
    })
  }

  #add(name: string, by: 1 | -1): void {
    this.#open.set(name, (this.#open.get(name) ?? 0) + by)
  }
}

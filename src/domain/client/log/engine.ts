import { Context, Layer } from "effect"
import { type LogEngine, makeEngine } from "../../engine/engine.ts"
import type { Command, Rejection } from "../../product/decide.ts"
import type { Event } from "../../product/events.ts"
import type { State } from "../../product/state.ts"
import { logModel } from "./model.ts"

export type { EngineStatus } from "../../engine/ownLog.ts"

/** The engine of this tab, running the product. */
export class Engine extends Context.Service<Engine, LogEngine<State, Command, Event, Rejection>>()("sightline/Engine") {
  static readonly layer = Layer.effect(Engine, makeEngine(logModel))
}

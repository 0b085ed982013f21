import type { Parsed } from "../values/parsed.ts"
import type { AnyCommand, CommandRules } from "./command.ts"
import type { Draft } from "./draft.ts"
import type { Envelope, EventDefinition, EventOf, Stamp, StoredEvent } from "./event.ts"

type Definitions = Readonly<Record<string, EventDefinition>>

/** How the client treats each command of a feature. */
type Rules<Command extends AnyCommand> = Readonly<Record<Command["type"], CommandRules>>

interface Slice<Key extends string, Value> {
  /** The name of the slice in the state. */
  readonly key: Key
  readonly initial: Value
}

/** `Around` is the data of other features that deciding needs. */
interface FeatureSpec<
  Key extends string,
  Value,
  Table extends Definitions,
  Command extends AnyCommand,
  Rejection,
  Around,
> extends Slice<Key, Value> {
  readonly events: Table
  readonly evolve: (slice: Value, event: EventOf<Table> & Envelope, draft: Draft) => Value
  readonly decide: (
    command: Command,
    slice: Value,
    stamp: Stamp,
    around: Around,
  ) => Parsed<readonly EventOf<Table>[], Rejection>
}

interface ProcessSpec<State, Table extends Definitions, Command extends AnyCommand, Decided, Rejection> {
  readonly events: Table
  /** Changes the given state, which belongs to a draft. */
  readonly evolve: (state: Editable<State>, event: EventOf<Table> & Envelope, draft: Draft) => void
  readonly decide: (command: Command, state: State, stamp: Stamp) => Parsed<readonly Decided[], Rejection>
}

export type Editable<State> = { -readonly [Key in keyof State]: State[Key] }

/**
 * The common interface of features and processes, through which the product calls each with its own events and
 * commands.
 */
interface Part<State, Table extends Definitions, Command extends AnyCommand, Own extends Rules<Command>> {
  readonly events: Table
  readonly commands: Own
  readonly takes: (command: AnyCommand) => command is Command
  readonly fold: (state: Editable<State>, event: StoredEvent, draft: Draft) => void
  readonly decide: (command: AnyCommand, state: State, stamp: Stamp, around: never) => unknown
}

/** The registry has already decoded the event by the definition of its type. This guard only informs the compiler. */
const isOf =
  <Table extends Definitions>(events: Table) =>
  (event: StoredEvent): event is StoredEvent & EventOf<Table> =>
    Object.hasOwn(events, event.type)

/** Recognizes a command of the feature by its type. */
const taking =
  <Command extends AnyCommand>(commands: Rules<Command>) =>
  (command: AnyCommand): command is Command =>
    Object.hasOwn(commands, command.type)

const undecided = ({ type }: AnyCommand): never => {
  throw new TypeError(`${type} is decided elsewhere`)
}

/**
 * Defines one part of the domain in one place: its slice of the state, its events and its commands. It knows no other
 * feature.
 */
export const defineFeature = <
  const Key extends string,
  Value,
  const Table extends Definitions,
  const Own extends Rules<Command>,
  Command extends AnyCommand = never,
  Rejection = never,
  Around = unknown,
>({
  key,
  initial,
  events,
  evolve,
  commands,
  decide,
}: FeatureSpec<Key, Value, Table, Command, Rejection, Around> & { readonly commands: Own }) => {
  const isOwn = isOf(events)
  const takes = taking<Command>(commands)
  return {
    key,
    initial,
    events,
    commands,
    takes,
    fold: (state, event, draft) => {
      if (isOwn(event)) state[key] = evolve(state[key], event, draft)
    },
    decide: (command: AnyCommand, state: Readonly<Record<Key, Value>>, stamp: Stamp, around: Around) =>
      takes(command) ? decide(command, state[key], stamp, around) : undecided(command),
  } satisfies Slice<Key, Value> & Part<Record<Key, Value>, Table, Command, Own>
}

/** Defines events and commands that span several features. */
export const defineProcess = <
  State,
  const Table extends Definitions,
  const Own extends Rules<Command>,
  Command extends AnyCommand,
  Decided,
  Rejection,
>({
  events,
  evolve,
  commands,
  decide,
}: ProcessSpec<State, Table, Command, Decided, Rejection> & { readonly commands: Own }) => {
  const isOwn = isOf(events)
  const takes = taking<Command>(commands)
  return {
    events,
    commands,
    takes,
    fold: (state, event, draft) => {
      if (isOwn(event)) evolve(state, event, draft)
    },
    decide: (command: AnyCommand, state: State, stamp: Stamp, _around: unknown) =>
      takes(command) ? decide(command, state, stamp) : undecided(command),
  } satisfies Part<State, Table, Command, Own>
}

/** Defines a feature that holds only a slice of the state. Its events and commands belong to processes. */
export const defineSlice = <const Key extends string, Value>(key: Key, initial: Value) =>
  defineFeature({ key, initial, events: {}, evolve: (slice) => slice, ...noCommands })

/** For a feature whose commands belong to a process. */
export const noCommands = { commands: {}, decide: (command: never): Parsed<readonly never[], never> => command }

/** The combined state of several features. */
export type StateOf<Held extends Slice<string, unknown>> = {
  readonly [One in Held as One["key"]]: One["initial"]
}

export const initialOf = <Held extends Slice<string, unknown>>(features: readonly Held[]): StateOf<Held> => {
  const state: object = Object.fromEntries(features.map(({ key, initial }) => [key, initial]))
  /** The state has a slice of every feature. This guard only informs the compiler. */
  const isWhole = (made: object): made is StateOf<Held> => features.every(({ key }) => Object.hasOwn(made, key))
  if (!isWhole(state)) throw new TypeError("a slice is missing")
  return state
}

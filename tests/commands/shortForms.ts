/**
 * A form of each documented command that runs in seconds (HOUSE-4). A new command in a document needs a line here: the
 * shortest form with the same effect.
 */

export interface ShortForm {
  /** The whole command as the documents write it. */
  readonly documented: RegExp
  readonly words: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** `ready`: the test ends it by a signal once it prints this. Otherwise it ends on its own. */
  readonly ends: "ready" | "alone"
  /** A pattern that its output must match. */
  readonly shows: RegExp
  /** Expected exit code, if not 0: the command finds the fault that it looks for. */
  readonly code?: number
  /** Needs a browser or the built app, and so runs with the end-to-end tests. */
  readonly needs?: "stack"
}

const READY = /^ready \{/m
const npm = (script: string, ...flags: readonly string[]): readonly string[] => ["npm", "run", script, "--", ...flags]
const alone = { ends: "alone" } as const
const ready = { ends: "ready", shows: READY } as const
const inStack = { ...alone, needs: "stack" } as const

const ONE_TEST = "tests/house/lock.test.ts"
/** One file, and its test file. */
const MUTATED_HERE = ["--only", "src/domain/values/persistentMap.ts", "--tests", "tests/domain/persistentMap.test.ts"]
const PASSED = /^[1-9]\d* passed, 0 failed$/m
const MEASURED = /aim .* ratio /

/** `FOLDER` is replaced by an empty folder. */
export const FOLDER = "FOLDER"

const benches = ["devices", "events", "firmware", "load", "log", "network", "viewer"].map(
  (name): ShortForm => ({
    ...inStack,
    documented: new RegExp(`^npm run bench -- ${name}$`),
    words: npm("bench", name, "--short", "--no-build"),
    shows: MEASURED,
  }),
)

export const shortForms: readonly ShortForm[] = [
  ...benches,
  {
    ...ready,
    documented: /^npm start(?: -- \[.*)?$/,
    words: ["npm", "start", "--", "--port", "0", "--scenario", "empty", "--no-build"],
    needs: "stack",
  },
  { ...ready, documented: /^npm run dev$/, words: npm("dev", "--port", "0", "--scenario", "empty") },
  {
    ...ready,
    documented: /^npm run emulate(?: -- --from LOG)?$/,
    words: npm("emulate", "--port", "0", "--from", "tests/golden/state-24-1.ndjson"),
  },
  {
    ...ready,
    documented: /^npm run bridge(?: -- \[.*)?$/,
    words: npm("bridge", "--port", "0", "--config", FOLDER),
  },
  {
    ...ready,
    documented: /^npm run device(?: -- --vnc .*)?$/,
    words: npm("device", "--vnc", "127.0.0.1:9", "--name", "Workshop", "--port", "0", "--config", FOLDER),
  },
  {
    ...alone,
    documented: /^npm run bridge -- --origins$/,
    words: npm("bridge", "--origins", "--config", FOLDER),
    shows: /\w/,
  },
  {
    ...alone,
    documented: /^npm run bridge -- --revoke https:\/\/app\.example$/,
    words: npm("bridge", "--revoke", "https://app.example", "--config", FOLDER),
    shows: /app\.example/,
    code: 1,
  },
  {
    ...alone,
    documented: /^npm test(?: -- --project node)?$/,
    words: ["npm", "test", "--", "--project", "node", ONE_TEST],
    shows: PASSED,
  },
  {
    ...alone,
    documented: /^SIMULATOR_BASE=N npm test$/,
    words: ["npm", "test", "--", "--project", "node", "tests/simulator/kept.test.ts", "-t", "fresh seeds differ"],
    env: { SIMULATOR_BASE: "7" },
    shows: /fresh seeds 7 to 46[\s\S]*^[1-9]\d* passed, 0 failed$/m,
  },
  {
    ...alone,
    documented: /^npm run simulate -- --seeds 1000$/,
    words: npm("simulate", "--seeds", "2", "--steps", "60"),
    shows: /^2 seeds clean/m,
  },
  {
    ...alone,
    documented: /^npm run mutate(?: -- --sample N --seed S)?$/,
    words: npm("mutate", "--sample", "2", "--seed", "1", "--seeds", "0", ...MUTATED_HERE),
    shows: /^found by unit tests: +[0-2] of 2, /m,
  },
  {
    ...inStack,
    documented: /^npm run simulate -- --browser --hours 4$/,
    words: npm("simulate", "--browser", "--hours", "0.01", "--no-build"),
    shows: /^0\.0\d h: heap .* nodes, .* listeners, log /m,
  },
  {
    ...alone,
    documented: /^npm run replay(?: -- FILE)?$/,
    words: npm("replay", "tests/golden/state-24-1.ndjson"),
    shows: /\w/,
  },
  {
    ...inStack,
    documented: /^npm run screenshots(?: -- .*)?$/,
    words: npm(
      "screenshots",
      "--only",
      "signin-refused",
      "--lang",
      "en",
      "--theme",
      "dark",
      "--width",
      "1440",
      "--no-build",
    ),
    shows: /\w/,
  },
  {
    ...inStack,
    documented: /^STILLNESS=1 npx vitest run --project e2e --retry=0$/,
    words: [
      "npx",
      "vitest",
      "run",
      "--project",
      "e2e",
      "--retry=0",
      "tests/e2e/still.test.ts",
      "-t",
      "comes back, 390 px",
    ],
    env: { STILLNESS: "1", SIGHTLINE_E2E_BUILT: "1" },
    shows: /[1-9]\d* passed/,
  },
  // These rewrite existing files with the same content. Nothing else reads the files while the end-to-end tests run.
  {
    ...inStack,
    documented: /^(?:npx )?node tests\/golden\/record\.ts$/,
    words: ["npx", "node", "tests/golden/record.ts"],
    shows: /^/,
  },
  {
    ...inStack,
    documented: /^(?:npx )?node tests\/house\/complete-locales\.ts$/,
    words: ["npx", "node", "tests/house/complete-locales.ts"],
    shows: /^de: \d+ texts/m,
  },
  {
    ...inStack,
    documented: /^(?:npx )?node tests\/house\/update-requirements\.ts$/,
    words: ["npx", "node", "tests/house/update-requirements.ts"],
    shows: /requirements are named by tests/,
  },
]

const DESKTOP_FLAGS = "[--demo] [--port N] [--profile FOLDER] [--engine gjs|wry] [sightline://LINK]"

/** Documented commands that this test must not start, with the reason. */
export const notStarted: ReadonlyMap<string, string> = new Map([
  [".ci/run", "it runs this test"],
  ["npm ci", ".ci/run begins with it, and tests/house/lock.test.ts holds the lock file"],
  ...["I/N", "FILE…"].map(
    (of) =>
      [
        `npm run simulate -- --${of === "I/N" ? "shard" : "merge"} ${of}`,
        "tests/simulator/shards.test.ts does",
      ] as const,
  ),
  ["npm run simulate -- --firmware", "tests/simulator/command.test.ts does"],
  ["npm run simulate -- --planted --only NAME", "tests/simulator/command.test.ts does"],
  ["npm run simulate -- --plant NAME", "tests/simulator/failure.test.ts does"],
  ["npm run simulate -- --browser", "tests/e2e/random/builtApp.test.ts does"],
  ["npm run check", ".ci/run runs it before the tests"],
  ["npm run build", "the end-to-end tests begin with it"],
  ["npm run bench", "it runs all benches, each of which is started by its name"],
  ...[
    "npm run desktop",
    "npm run desktop -- --demo",
    `npm run desktop -- ${DESKTOP_FLAGS}`,
    "npm run desktop:pack",
  ].map((command) => [command, "tests/e2e/desktop.test.ts does, where the system can open a window"] as const),
  ["npm install @webviewjs/webview@0.4.7", "a module for other systems"],
  ["npx webview build", "a command of that module"],
])

import { expect, test } from "vitest"
import { readFiles } from "./files.ts"

/** The files that may use a word, by path: every toast passes the one place that decides MSG-5. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // Shows a toast of any kind: for the owner of the region, with past notices, and for the replay, with recorded ones.
  showToast: ["src/app/frame.tsx", "src/app/toasts/Notices.tsx", "src/app/ui/toasts.ts"],
  handOn: ["src/app/toasts/line.ts", "src/app/toasts/useToast.ts"],
  "toastQueue.add": ["src/app/ui/toasts.ts"],
  // One place reads the preference, so that there is no second rule.
  limitNotifications: [
    "src/app/log/words/names.ts",
    "src/app/screens/Settings.tsx",
    "src/app/toasts/useToast.ts",
    "src/domain/features/settings/preferences.ts",
  ],
}

test("[MSG-5] no toast is shown but by the hook that keeps silent while notifications are limited", () => {
  const files = readFiles(["src/app", "src/domain/features", "src/domain/views", "src/domain/client"], [".ts", ".tsx"])
  for (const [word, paths] of Object.entries(allowed)) {
    const users = files.filter(({ source }) => new RegExp(`\\b${word.replace(".", "\\.")}\\b`).test(source))
    expect(
      users.map(({ path }) => path).filter((path) => !paths.includes(path)),
      word,
    ).toEqual([])
    expect(users.length, word).toBeGreaterThan(0)
  }
})

test("[MSG-5] only toggles and what a person must decide speak while notifications are limited", () => {
  const files = readFiles(["src/app"], [".ts", ".tsx"])
  const despite = files.flatMap(({ path, source }) => (/despite: "(toggle|decision)"/.test(source) ? [path] : []))
  expect(despite.toSorted()).toEqual([
    "src/app/preferences/theme.ts",
    "src/app/screens/Settings.tsx",
    "src/app/screens/settings/SwitchRow.tsx",
    "src/app/toasts/useSayings.ts",
  ])
})

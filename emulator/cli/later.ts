/** Stands in for commands that are announced but not built yet: one line, and the exit code of bad use. */

const EXIT_BAD_USE = 2

const name = process.argv[2] ?? "this command"
console.error(`npm run ${name} is not built yet`)
process.exitCode = EXIT_BAD_USE

/**
 * The desktop program as `npm run desktop` starts it, or the packed one for a given script. It runs in a separate
 * process whose parent can run scripts in the page: it sends `{id, script}` and gets `{id, value}`. The shipped program
 * has no such access.
 */

const [profile = "", port = "0", script = "../../desktop/program.ts"] = process.argv.slice(2)
const tell = (message: object): void => void process.send?.(message)

const { startProgram }: typeof import("../../desktop/program.ts") = await import(script)
const program = await startProgram({
  profile,
  port: Number(port),
  demo: false,
  engine: "gjs",
  link: null,
  say: (line) => tell({ said: line }),
  openLink: (address) => tell({ link: address }),
})
if (program === undefined) throw new Error("another program runs with this profile")
process.on("message", (message: { readonly id: number; readonly script: string }) => {
  program.window.evaluate(message.script).then(
    (value) => tell({ id: message.id, value }),
    (error: unknown) => tell({ id: message.id, error: String(error) }),
  )
})
process.once("SIGTERM", () => void program.close().then(() => process.exit(0)))
tell({ ready: program.ready })
await program.closed
await program.close()
process.exit(0)

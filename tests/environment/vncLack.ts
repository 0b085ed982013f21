import { spawnSync } from "node:child_process"

const isMissing = (command: string, flag: string): boolean =>
  spawnSync(command, [flag], { stdio: "ignore" }).error !== undefined

/** The missing parts for a real VNC server with a terminal. Null when none is missing. */
export const lackForVnc = (): string | null => {
  const lacking = [
    ...(isMissing("Xvnc", "-version") ? ["tigervnc-standalone-server"] : []),
    ...(isMissing("xterm", "-version") ? ["xterm"] : []),
  ]
  return lacking.length === 0 ? null : `on Debian and Ubuntu, apt-get install ${lacking.join(" ")}`
}

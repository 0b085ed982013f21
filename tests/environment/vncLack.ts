import { spawnSync } from "node:child_process"

const isMissing = (command: string, flag: string): boolean =>
  spawnSync(command, [flag], { stdio: "ignore" }).error !== undefined

/** What this system lacks to have a real VNC server with a terminal; null when nothing. */
export const lackForVnc = (): string | null => {
  const lacking = [
    ...(isMissing("Xvnc", "-version") ? ["tigervnc-standalone-server"] : []),
    ...(isMissing("xterm", "-version") ? ["xterm"] : []),
  ]
  return lacking.length === 0 ? null : `on Debian and Ubuntu, apt-get install ${lacking.join(" ")}`
}

import { faultNames, fileFaults } from "../model/faultNames.ts"
import { ANSWERS_KEPT } from "./journal.ts"

/** The part of the API document that describes the emulator's control API (EMU-4), as HTML. */

const FAULTS = `${faultNames.join(", ")}, status:&lt;code&gt;`

const routes: readonly (readonly [route: string, meaning: string])[] = [
  [
    "GET state",
    "Accounts, devices, hosts and clock. ?devices=N shows the first N devices, ?from=M those after the first M, ?find=TEXT those with the text in their name or id. world is another one after a reset and after a new start of the emulator.",
  ],
  ["GET mail", "Mails, newest first: {to, subject, code, at}. ?to=ADDRESS for one address."],
  [
    "GET requests",
    `The journal, oldest first: {n, at, path, body without secrets, fault, applied, status, answer without secrets}. The answer is what the cloud decided, also when a fault lost or spoilt it; it is kept for the latest ${ANSWERS_KEPT} requests. ?since=N gives what came after entry N. A reset empties the journal and numbers go on, so that whoever asks since an earlier number misses nothing. They begin at 1 when the process starts.`,
  ],
  [
    "GET frames",
    "Frames between app, bridge and devices, oldest first: {n, at, way, did, type, body without secrets}. ?since=N as above. They are kept from the first question on, as long as somebody asks every ten seconds; pictures and pings are left out.",
  ],
  ["GET effects", "What calls changed. ?since=N as above; these numbers begin at 1 again after a reset."],
  [
    "POST faults",
    `{match: {path?, did?}, fault, times?, probability?, ms?, stage?, percent?, afterMs?, forMs?}. <b>Without times a fault acts once and is gone; with a probability and without times it acts until it is removed.</b> With afterMs it acts from so many ms on, by the emulator's clock; with forMs it acts for so long, as often as it is met unless times is given, and is gone. The answer says which: times is a number, or null for until it is removed. path is the path of a call or its name alone; without a match every call is meant. A path of /firmware/ means that file, on which these act: ${fileFaults.join(", ")}. ms is the length of a delay (1000 unless given) or how much later a duplicate arrives. With stage &quot;reply&quot; a delay, http-500 or http-html comes after the call was applied. stall-firmware, corrupt-firmware and power-cut act on devices: when the stage (upload, unless update is said) has come to percent (50 unless given). With stage &quot;download&quot; the first two act on an image on its way from /firmware/, for whichever device it is: a did is not looked at. After a power-cut power comes back after ms (10000 unless given, 0 for never). other-key has devices show another key than before, until it is removed unless times is given. The screen faults act on the streams of a device: screen-freeze holds the picture back for ms (10000 unless given), screen-slow sends a picture every ms (1000 unless given) until it is removed, screen-cut ends the stream, screen-garbage sends what is no RFB, screen-huge claims a screen of 65535 by 65535 pixels, clipboard-bomb sends a clipboard of 64 MiB that is 64 KiB on the wire. vanish takes the device's power for ms (0, as without it, for ever). server-down lasts ms (10000 unless given).`,
  ],
  ["fault", FAULTS],
  ["GET faults", "Those that still act."],
  ["DELETE faults", "Removes all; faults/ID removes one."],
  ["GET fault-names", "The names of all faults, status:&lt;code&gt; apart."],
  [
    "POST devices",
    "{count, kind: &quot;cloud&quot; | &quot;lan&quot; | &quot;usb&quot;, name?, model?, build?, owner?, did?}; owner is an e-mail. With did the account gets one device that runs elsewhere, a device agent with --cloud for one: it is known by its own heartbeats.",
  ],
  [
    "PATCH devices/DID",
    "{power?, name?, passcode?, build?, mode?, lastSeen?}. Power alone decides whether a device can be reached. lastSeen only sets what is told, and stays until the device is turned on, rebooted, woken from sleep, or given another time.",
  ],
  ["POST clock", "{advanceMs}"],
  [
    "POST reset",
    "{scenario?, seed?, devices?, rotateTokens?}: starts over, with the real time, no fault and an empty journal. What was still delayed never arrives. With rotateTokens each loginWithToken gives another token and ends the old one, also for who misses the reply.",
  ],
]

export const controlSection =
  (): string => `<section id="control"><h2>Emulator control <span class="mono faint">/emulator/api/</span></h2>
<p>For this machine alone: JSON, with a loopback Host and the own Origin or none. A field that is not known is refused
with 400 and an error that names it.</p>
<div class="scroll"><table><tbody>${routes
    .map(([route, meaning]) => `<tr><td class="mono">${route}</td><td>${meaning}</td></tr>`)
    .join("")}</tbody></table></div></section>`

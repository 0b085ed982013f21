/**
 * The statuses of the mock cloud. The codes down to -111 are given (MSG-1). A client treats every other one as an
 * unknown error; -1 and -120 to -122 are our choice of those.
 */
export const OK = 0
/** The body does not fit the call. Comes with HTTP 400 and an `error` that names the field. */
export const MALFORMED = -1
export const TOO_OFTEN = -100
/** Sign-up: no valid e-mail. Sign-in: no such account. */
export const BAD_EMAIL = -101
/** Sign-up: name or password refused. Sign-in: wrong password. */
export const BAD_PASSWORD = -102
export const EMAIL_EXISTS = -103
/** Wrong code (activation, reset), unknown e-mail (reset), e-mail changed since the code was sent (deletion). */
export const WRONG_CODE_OR_EMAIL = -104
/** Expired code (activation, reset) or, in session calls, a session whose time is over. */
export const EXPIRED = -106
export const NOT_ACTIVATED = -107
/** No valid session. */
export const NO_SESSION = -109
/** Wrong or expired code of deletion, e-mail change and invitation. */
export const WRONG_CODE = -110
export const CODE_EXPIRED = -111
/**
 * The caller has no such device, sub-account or main account: it never existed, belongs to another person, or is
 * already gone. A client that wanted to remove it may treat this as done.
 */
export const NOT_FOUND = -120
/**
 * Not allowed in the present state: a transition that is not in SUB-3, devices of a sub-account that is not active, a
 * device that is not reachable.
 */
export const NOT_ALLOWED = -121
/** A value breaks a rule: name, e-mail, MAC, link, build below the sharing threshold. */
export const INVALID_VALUE = -122

/** The meanings of the statuses of one call. */
export type Meanings = Readonly<Record<number, string>>

export const always: Meanings = {
  [OK]: "done",
  [MALFORMED]: "the body is not what the call takes (HTTP 400)",
  [TOO_OFTEN]: "too fast or too often",
}

export const ofSession: Meanings = {
  ...always,
  [EXPIRED]: "the session's time is over",
  [NO_SESSION]: "no such session",
}

export const gone = "not there for this caller: never was, somebody else's, or already gone"
export const badName = "the name is empty or longer than 32 bytes"

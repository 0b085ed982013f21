/**
 * The parts of @novnc/novnc 1.7.0 that we use. Some are private: so the version is pinned, and a browser test covers
 * each.
 */
declare module "@novnc/novnc" {
  interface Socket {
    rQwait(about: string, bytes: number, goBack: number): boolean
    rQpeekBytes(bytes: number, copy?: boolean): Uint8Array
    rQshiftBytes(bytes: number, copy?: boolean): Uint8Array
  }

  interface Keyboard {
    /** Keysyms of the pressed keys, by their codes. */
    readonly _keyDownList: Readonly<Record<string, number>>
    _allKeysUp(): void
    _sendKeyEvent(keysym: number, code: string, down: boolean): void
  }

  interface Display {
    /** True while something is not drawn yet. */
    pending(): boolean
  }

  interface Cursor {
    /** Its image. */
    readonly _canvas: HTMLCanvasElement
    readonly _hotSpot: { readonly x: number; readonly y: number }
  }

  export interface Gesture {
    readonly type: "onetap" | "twotap" | "threetap" | "drag" | "longpress" | "twodrag" | "pinch"
    readonly clientX: number
    readonly clientY: number
    /** The distance of the fingers or of their movement, CSS pixels. */
    readonly magnitudeX?: number
    readonly magnitudeY?: number
  }

  export default class RFB extends EventTarget {
    constructor(target: HTMLElement, channel: object, options?: { readonly shared?: boolean })
    viewOnly: boolean
    focusOnClick: boolean
    scaleViewport: boolean
    clipViewport: boolean
    resizeSession: boolean
    showDotCursor: boolean
    background: string
    qualityLevel: number
    compressionLevel: number
    readonly _sock: Socket
    readonly _keyboard: Keyboard
    readonly _canvas: HTMLCanvasElement
    readonly _display: Display
    readonly _cursor: Cursor
    /** The buttons pressed at the device, as bits of RFB. */
    _mouseButtonMask: number
    /** Converts `MouseEvent.buttons` into bits of RFB. */
    static readonly messages: {
      setDesktopSize(socket: Socket, width: number, height: number, id: number, flags: number): void
      fbUpdateRequest(socket: Socket, incremental: boolean, x: number, y: number, width: number, height: number): void
    }
    static _convertButtonMask(buttons: number): number
    disconnect(): void
    focus(options?: FocusOptions): void
    blur(): void
    sendKey(keysym: number, code: string | null, down?: boolean): void
    clipboardPasteFrom(text: string): void
    _resize(width: number, height: number): void
    /** True once the server has named the screens that it lets clients resize. */
    readonly _supportsSetDesktopSize: boolean
    readonly _screenID: number
    readonly _screenFlags: number
    /** The rectangle that is being read. */
    readonly _FBU: { readonly x: number; readonly y: number }
    /** Reads the size that a server has given the screen, why (x) and whether it refused (y); false when it is not whole. */
    _handleExtendedDesktopSize(): boolean
    _fail(details: string): false
    _handleServerCutText(): boolean
    /** Reads one message. Returns false when it is incomplete. */
    _normalMsg(): boolean
    _framebufferUpdate(): boolean
    /** Reads one rectangle of pixels. Returns false when it is incomplete. */
    _handleDataRect(): boolean
    _handleKeyEvent(
      keysym: number,
      code: string,
      down: boolean,
      numlock?: boolean | null,
      capslock?: boolean | null,
    ): void
    /** A press or touch focuses the canvas. */
    _focusCanvas(event: Event): void
    _handleGesture(event: CustomEvent<Gesture>): void
    /** Fingers move the pointer to a point of the window and of the canvas. */
    _fakeMouseMove(event: { readonly detail: Pick<Gesture, "clientX" | "clientY"> }, x: number, y: number): void
    _handleMouseMove(x: number, y: number): void
    _updateCursor(rgba: Uint8Array, hotX: number, hotY: number, width: number, height: number): void
    _handleMouseButton(x: number, y: number, mask: number): void
    _sendMouse(x: number, y: number, mask: number): void
  }
}

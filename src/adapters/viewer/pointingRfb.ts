import type { Gesture } from "@novnc/novnc"
import { FingerPair, TAP_SLOP, type TwoFingers } from "./fingerPair.ts"
import { ResizingRfb } from "./resizingRfb.ts"

/** A point of the picture, as shares of its sides. */
export interface RelativePoint {
  readonly x: number
  readonly y: number
}

/** The distance that the pointer keeps from the far edges, CSS pixels: less than the width of the device's last dot. */
const INSIDE = 0.01

/** So many pixels of two fingers are one notch of a wheel. */
const NOTCH = 24
/** Buttons of RFB that are notches of a wheel. */
const wheel = { up: 8, down: 16, left: 32, right: 64 } as const

/**
 * noVNC with a pointer that fingers move. noVNC itself would draw that pointer with its corner at the point, and over
 * the page. Here its hot spot is at the point, and the edges of the picture cut it off (SCREEN-6).
 */
export class PointingRfb extends ResizingRfb {
  /** The buttons that `point` holds. */
  #buttons = 0
  readonly #pointer = document.createElement("canvas")
  readonly #over = document.createElement("div")
  /** The starting point of each finger of this touch. */
  readonly #begun = new Map<number, Touch>()
  readonly #fingers = new Map<number, Touch>()
  #hasStrayed = false
  /** Two fingers, of which noVNC sees no move: it waits for 50 pixels, and then jumps by them. */
  #pair: FingerPair | undefined
  /** One of noVNC, by the fingers that are down. */
  #isGesture = false
  /** What is left of a notch. */
  #scrolled = { x: 0, y: 0 }

  constructor(target: HTMLElement, channel: object) {
    super(target, channel, { shared: true })
    this.#over.style.cssText = "position: absolute; inset: 0; overflow: hidden; pointer-events: none"
    this.#pointer.style.position = "absolute"
    this.#over.append(this.#pointer)
    const hide = (): void => this.hidePointer()
    // With a mouse, the browser shows its own pointer.
    this._canvas.addEventListener("mousemove", hide)
    this.addEventListener("disconnect", hide)
    const follow = (event: TouchEvent): void => this.#follow(event)
    for (const type of ["touchstart", "touchmove", "touchend", "touchcancel"] as const)
      this._canvas.addEventListener(type, follow, { capture: true, passive: false })
  }

  #follow(event: TouchEvent): void {
    const { type, touches, changedTouches } = event
    if (type === "touchstart" && touches.length === changedTouches.length) {
      this.#begun.clear()
      this.#fingers.clear()
      this.#hasStrayed = false
    }
    const isOver = type === "touchend" || type === "touchcancel"
    for (const touch of changedTouches) {
      if (isOver) this.#fingers.delete(touch.identifier)
      else this.#fingers.set(touch.identifier, touch)
      const begun = this.#begun.get(touch.identifier)
      if (begun === undefined) this.#begun.set(touch.identifier, touch)
      else this.#hasStrayed ||= Math.hypot(touch.clientX - begun.clientX, touch.clientY - begun.clientY) > TAP_SLOP
    }
    if (type === "touchmove") this.#movePair(event)
    else this.#takePair(type === "touchstart")
  }

  #takePair(isStart: boolean): void {
    const [one, other, ...more] = this.#fingers.values()
    const isPair = isStart && !this.#isGesture && one !== undefined && other !== undefined && more.length === 0
    this.#pair = isPair ? new FingerPair(one, other) : undefined
    this.#scrolled = { x: 0, y: 0 }
  }

  #movePair(event: TouchEvent): void {
    const [one, other] = this.#fingers.values()
    if (this.#pair === undefined || one === undefined || other === undefined) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const moved = this.#pair.move(one, other)
    if (moved?.does === "pinch") this.pinched(moved.move)
    if (moved?.does === "drag") this.dragged(moved.move)
  }

  /** Two fingers came closer or parted. */
  pinched(_move: TwoFingers): void {}

  /** Two fingers scroll at the device, where they are. */
  dragged({ x, y, dx, dy }: TwoFingers): void {
    const { left, top } = this._canvas.getBoundingClientRect()
    const [across, down] = [x - left, y - top]
    const turn = (distance: number, forth: number, back: number): number => {
      const notches = Math.trunc(distance / NOTCH)
      for (let count = 0; count < Math.abs(notches); count += 1) {
        this._fakeMouseMove({ detail: { clientX: x, clientY: y } }, across, down)
        this._handleMouseButton(across, down, notches > 0 ? forth : back)
        this._handleMouseButton(across, down, 0)
      }
      return distance - notches * NOTCH
    }
    this.#scrolled = {
      x: turn(this.#scrolled.x + dx, wheel.left, wheel.right),
      y: turn(this.#scrolled.y + dy, wheel.up, wheel.down),
    }
  }

  /** Several fingers tap only where they stay, and do not rest as one does. */
  override _handleGesture(event: CustomEvent<Gesture>): void {
    const { type } = event.detail
    const isTap = type === "twotap" || type === "threetap"
    if ((this.#hasStrayed && isTap) || (this.#begun.size > 1 && type === "longpress")) return
    this.#isGesture = event.type !== "gestureend"
    super._handleGesture(event)
  }

  /**
   * Moves the pointer to a point, given as shares of the sides of the picture, and presses and releases buttons there
   * (bits of RFB). Null hides the pointer, and releases its buttons.
   */
  point(at: RelativePoint | null, buttons: number): void {
    if (at === null) {
      this.hidePointer()
      return
    }
    const { left, top, width, height } = this._canvas.getBoundingClientRect()
    const [across, down] = [at.x * (width - INSIDE), at.y * (height - INSIDE)]
    this._fakeMouseMove({ detail: { clientX: left + across, clientY: top + down } }, across, down)
    if (buttons === this.#buttons) return
    this.#buttons = buttons
    this._handleMouseButton(across, down, buttons)
  }

  /** Hides the pointer until fingers move it again. */
  hidePointer(): void {
    this.#over.remove()
  }

  override _fakeMouseMove(_event: object, x: number, y: number): void {
    this._handleMouseMove(x, y)
    const { offsetLeft, offsetTop, parentElement: screen } = this._canvas
    if (screen === null) return
    // As shares, because the picture may get another size while the pointer rests.
    const { style } = this.#pointer
    style.left = `${((offsetLeft + x) * 100) / screen.clientWidth}%`
    style.top = `${((offsetTop + y) * 100) / screen.clientHeight}%`
    if (this.#over.isConnected) return
    screen.style.position = "relative"
    screen.append(this.#over)
    this.#draw()
  }

  override _updateCursor(rgba: Uint8Array, hotX: number, hotY: number, width: number, height: number): void {
    super._updateCursor(rgba, hotX, hotY, width, height)
    this.#draw()
    this.#shape()
  }

  /**
   * Gives the browser's own pointer the shape of the device's. On a computer with a touch screen noVNC would draw it
   * over the page instead, beside any pointer that the page has chosen.
   */
  #shape(): void {
    const { _canvas: image, _hotSpot: hot } = this._cursor
    image.remove()
    if (image.width > 0) this._canvas.style.cursor = `url(${image.toDataURL()}) ${hot.x} ${hot.y}, default`
  }

  /** Draws noVNC's pointer: that of the device, or a dot. */
  #draw(): void {
    const { _canvas: image, _hotSpot: hot } = this._cursor
    this.#pointer.width = image.width
    this.#pointer.height = image.height
    this.#pointer.style.translate = `${-hot.x}px ${-hot.y}px`
    if (image.width > 0) this.#pointer.getContext("2d")?.drawImage(image, 0, 0)
  }

  /** A touch of the picture keeps the focus in the text field of a phone, which keeps its keyboard open. */
  override _focusCanvas(event: Event): void {
    if (event.type !== "touchstart" || !(document.activeElement instanceof HTMLTextAreaElement))
      super._focusCanvas(event)
  }
}

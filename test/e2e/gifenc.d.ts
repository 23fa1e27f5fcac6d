declare module "gifenc" {
  type Color = [red: number, green: number, blue: number];
  type Format = "rgb565";

  interface FrameOptions {
    readonly palette: Color[];
    /** In milliseconds. */
    readonly delay: number;
    readonly dispose: number;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
  }

  interface Encoder {
    writeFrame(indexes: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
  }

  // The package's entry for Node is CommonJS.
  const gifenc: {
    GIFEncoder(): Encoder;
    quantize(pixels: Uint8Array, colors: number, options: { format: Format }): Color[];
    applyPalette(pixels: Uint8Array, palette: Color[], format: Format): Uint8Array;
  };
  export default gifenc;
}

import { useCallback, type ComponentProps } from 'react';

interface BlobImageProps extends Omit<ComponentProps<'img'>, 'src' | 'ref'> {
  blob: Blob;
  alt: string;
}

/** A picture from bytes in memory; its address lives exactly as long as the element. */
export function BlobImage({ blob, alt, ...rest }: BlobImageProps) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      const address = URL.createObjectURL(blob);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob],
  );
  return <img {...rest} ref={show} alt={alt} />;
}

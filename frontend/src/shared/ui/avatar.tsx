// A user or a company as a picture, otherwise as initials.
import { useState } from 'react';
import styles from './avatar.module.css';

interface AvatarProps {
  /** The names whose initials replace a picture. */
  names: readonly string[];
  imageUrl?: string | undefined;
  /** Companies are square, users round. */
  square?: boolean;
  size?: number;
}

const letters = new Intl.Segmenter();

const initialsOf = (names: readonly string[]): string =>
  names.map((name) => letters.segment(name.trim()).containing(0)?.segment.toLocaleUpperCase() ?? '').join('');

/** Decorative: the name is next to it. A picture that fails to load is replaced by the initials. */
export function Avatar({ names, imageUrl, square = false, size = 36 }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const style = { width: size, height: size, fontSize: size * 0.4 };
  return imageUrl === undefined || imageUrl === broken ? (
    <span className={styles.avatar} data-square={square || undefined} style={style} aria-hidden>
      {initialsOf(names)}
    </span>
  ) : (
    <img
      className={styles.avatar}
      data-square={square || undefined}
      style={style}
      src={imageUrl}
      alt=""
      onError={() => {
        setBroken(imageUrl);
      }}
    />
  );
}

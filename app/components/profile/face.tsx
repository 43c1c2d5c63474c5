interface FaceProps {
  name: string;
  /** The address of the picture; null shows the initial. */
  picture: string | null;
}

/** Somebody's picture, over their initial: that is seen while there is none, and where it cannot be shown. */
export function Face({ name, picture }: FaceProps) {
  return (
    <span className="avatar avatar-l" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
      {picture && (
        <img
          key={picture}
          src={picture}
          alt=""
          width={256}
          height={256}
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}

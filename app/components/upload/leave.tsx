import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';

/** Asks before an upload under way is lost: by our own question within the product, by the browser's on leaving it. */
export function UploadLeave({ isSending }: { isSending: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const blocker = useBlocker(isSending);
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isSending]);
  useEffect(() => {
    if (blocker.state === 'blocked') dialog.current?.showModal();
    else dialog.current?.close();
  }, [blocker.state]);
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby="h-leave" onClose={() => blocker.reset?.()}>
      <div className="inner stack-s">
        <h2 id="h-leave">Leave while this is being kept?</h2>
        <p>What has not arrived whole is not kept. Stay until it is done, or leave and begin again another time.</p>
      </div>
      <div className="acts">
        <button className="btn btn-primary" type="button" onClick={() => dialog.current?.close()}>
          Stay
        </button>
        <button className="btn btn-quiet" type="button" onClick={() => blocker.proceed?.()}>
          Leave
        </button>
      </div>
    </dialog>
  );
}

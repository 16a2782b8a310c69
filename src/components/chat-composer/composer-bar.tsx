import type { ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import type { ComposerState } from "../../hooks/use-composer.js";
import { AttachButton } from "../attachments/attach-button.js";
import { Icon } from "../icons.js";
import { Menu } from "../menu.js";
import { ActionButton } from "./action-button.js";
import { ComposerSlot } from "./composer-slot.js";
import { useApple } from "./use-apple.js";
import type { ComposerComponents, ComposerSlotProps } from "./composer.js";

/** The controls below the text: the host's at its beginning, then what can be done to the turn, then sending. */
export function ComposerBar(props: {
  readonly slot: ComposerSlotProps;
  readonly components: ComposerComponents;
  readonly onLeave: () => void;
}): ReactNode {
  const { slot, components } = props;
  return (
    <div className="sv-composer-bar">
      <div className="sv-composer-tools">
        {slot.composer.attachments && <AttachButton attachments={slot.composer.attachments} />}
        <ComposerSlot part={components.Tools} {...slot} />
        <ComposerSlot part={components.ModelPicker} {...slot} />
      </div>
      <ComposerSlot part={components.VoiceInput} {...slot} />
      <TurnButtons composer={slot.composer} onLeave={props.onLeave} />
      <SendButton composer={slot.composer} />
    </div>
  );
}

/** Buttons that interrupt, pause and stop. Pause is in the menu; Stop is shown while a turn runs. */
function TurnButtons({
  composer,
  onLeave,
}: {
  readonly composer: ComposerState;
  readonly onLeave: () => void;
}): ReactNode {
  const strings = useStrings().composer;
  const isApple = useApple();
  const { acting, isRunning } = composer;
  const common = { onLeave, className: "sv-round-button sv-stop" };
  return (
    <>
      {isRunning && composer.canPause && (
        <Menu
          className="sv-round-button"
          label={strings.more}
          actions={[{ label: strings.pause, icon: "pause", onPress: composer.pause }]}
          isBusy={acting === "pause"}
          onLeave={onLeave}
        />
      )}
      {composer.canSteer && composer.sendsAs === "send" && (
        <ActionButton
          {...common}
          label={strings.steer}
          title={strings.hintSteer(isApple)}
          icon="steer"
          shortcut="Control+Enter Meta+Enter"
          onPress={composer.steer}
        />
      )}
      {composer.canStop && (
        <ActionButton {...common} label={strings.stop} icon="stop" isBusy={acting === "stop"} onPress={composer.stop} />
      )}
    </>
  );
}

function SendButton({ composer }: { readonly composer: ComposerState }): ReactNode {
  const strings = useStrings().composer;
  const busy = composer.sendsAs === "steer" ? strings.steer : strings.sendQueued;
  const label = composer.isRunning ? busy : strings.send;
  return (
    <button
      type="submit"
      className="sv-round-button"
      data-variant="primary"
      aria-label={label}
      title={label}
      aria-disabled={composer.canSend ? undefined : true}
    >
      <Icon name="send" />
    </button>
  );
}

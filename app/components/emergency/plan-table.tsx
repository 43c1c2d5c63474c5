import { Form, Link, useNavigation } from 'react-router';
import { Badge } from '#app/components/type-badge.tsx';
import { CHOICES, type Choice, type TypedCell } from '#app/emergency/plan-form.ts';
import type { CellView, PlanPageView } from '#app/emergency/plan-view.ts';
import { planPage as texts } from '#messages/en/emergency-plan.ts';
import { say, sayRich } from '#messages/say.ts';

interface PlanTableProps {
  view: PlanPageView;
  /** What was typed, where the form was refused. */
  typed: Record<string, TypedCell> | undefined;
  problem: string | undefined;
}

/** The heading, and people down, things across: as a list of people on a narrow screen. */
export function PlanTable({ view, typed, problem }: PlanTableProps) {
  const { lead, rows, columns, isOpen, next } = view;
  return (
    <>
      <div className="head">
        <p className="small">
          <Link to="/emergency">{say(texts.back)}</Link>
        </p>
        <h1>{say(texts.heading)}</h1>
        <p className="lead">{lead}</p>
      </div>
      {rows.length > 0 && columns.length > 0 && (
        <Form method="post" className="plan-sec" aria-label={say(texts.plan)}>
          {problem && (
            <p className="error" role="alert">
              {problem}
            </p>
          )}
          <table className="plan-table">
            <caption className="vh">{say(texts.caption)}</caption>
            <Head columns={columns} />
            <tbody>
              {rows.map(({ id, name, sentence, cells, isWitness }) => (
                <tr key={id}>
                  <th scope="row" className="plan-who">
                    <span className="plan-name">
                      <span className="avatar" aria-hidden="true">
                        {[...name][0]?.toUpperCase()}
                      </span>
                      {name}
                    </span>
                    <span className="plan-says">{sentence}</span>
                  </th>
                  {isWitness && (
                    <td className="plan-none" colSpan={columns.length}>
                      <span className="soft small">
                        {sayRich(texts.witness, {
                          edit: (children) => <Link to={`/profile/contacts/${id}/edit`}>{children}</Link>,
                        })}
                      </span>
                    </td>
                  )}
                  {cells.map((cell) => (
                    <td key={cell.ids} className="plan-cell">
                      <span className="plan-thing">{cell.title}</span>
                      <Chip {...{ cell, name, isOpen, limits: view.limits }} typed={typed?.[cell.name]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {isOpen && <Buttons />}
          {next && (
            <p className="small plan-save">
              <Link to={`?cursor=${next}`}>{say(texts.older)}</Link>
            </p>
          )}
        </Form>
      )}
    </>
  );
}

function Head({ columns }: Pick<PlanPageView, 'columns'>) {
  return (
    <thead>
      <tr>
        <th scope="col" className="plan-corner">
          {say(texts.contact)}
        </th>
        {columns.map(({ id, glyph, kind, title }) => (
          <th key={id} scope="col">
            <Badge glyph={glyph} name={kind} />
            <span className="plan-title">{title}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Buttons() {
  const isBusy = useNavigation().state === 'submitting';
  return (
    <div className="row plan-save">
      <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
        {say(texts.save)}
      </button>
      <Link className="btn btn-quiet" to="/emergency">
        {say(texts.cancel)}
      </Link>
      <p className="small soft">{say(texts.hint)}</p>
    </div>
  );
}

const LABELS: Record<Choice, typeof texts.no | typeof texts.atRelease | typeof texts.later> = {
  no: texts.no,
  release: texts.atRelease,
  later: texts.later,
};

interface ChipProps {
  cell: CellView;
  /** The person's. */
  name: string;
  isOpen: boolean;
  limits: PlanPageView['limits'];
  typed: TypedCell | undefined;
}

/** What is chosen for a person and a thing; pressed, the choice. */
function Chip({ cell, name, isOpen, limits, typed }: ChipProps) {
  const { title, day, after, choice } = cell;
  const words = (
    <>
      {sayRich(texts.about, { title, name })}
      {choice === 'no' ? (
        <span className="chip-no">{say(texts.no)}</span>
      ) : (
        <>
          <span className="chip-day">{day}</span>
          {after && <span className="chip-after">{after}</span>}
        </>
      )}
    </>
  );
  if (!isOpen) return <p className="chip">{words}</p>;
  return (
    // New after a save, so that it closes.
    <details
      className={choice === 'no' ? 'chip is-no' : 'chip'}
      key={`${choice} ${cell.days}`}
      open={typed?.problem != null}
    >
      <summary>{words}</summary>
      <ChipForm {...{ cell, name, limits, typed }} />
    </details>
  );
}

function ChipForm({ cell, name, limits, typed }: Omit<ChipProps, 'isOpen'>) {
  const { title, days } = cell;
  const shown = typed?.choice ?? cell.choice;
  const problem = typed?.problem;
  const id = `days-${cell.name}`;
  return (
    <div className="chip-form">
      <input type="hidden" name={`cell_${cell.name}`} value={cell.ids} />
      <fieldset>
        <legend>{say(texts.legend, { title, name })}</legend>
        {CHOICES.map((choice) => (
          <label key={choice} className="check">
            <input type="radio" name={`when_${cell.name}`} value={choice} defaultChecked={choice === shown} />
            <span>{say(LABELS[choice])}</span>
          </label>
        ))}
      </fieldset>
      <div className={problem ? 'field has-error' : 'field'}>
        <label htmlFor={id}>
          {sayRich(texts.days, { ...limits, opt: (children) => <span className="opt">{children}</span> })}
        </label>
        <input
          className="control control-short"
          id={id}
          name={`days_${cell.name}`}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed?.days ?? days}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
        />
        {problem && (
          <p className="error" id={`${id}-error`}>
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}

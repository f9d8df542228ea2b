import { useState } from 'preact/hooks';
import { cancelTrainingJob } from '../../generated/sdk.gen.ts';
import type { TrainingJob } from '../../generated/types.gen.ts';
import { queries } from '../api/connection.ts';
import { Confirm } from '../shell/confirm.tsx';
import { counted } from '../text/format.ts';

/** Button that cancels a job after confirmation. */
export function CancelJob({ job, children }: { job: TrainingJob; children: string }) {
  const [asks, ask] = useState(false);
  const cancel = async () => {
    await cancelTrainingJob({ path: { training_job_id: job.id }, throwOnError: true });
    ask(false);
    await queries.invalidateQueries();
  };
  const done = job.steps_done > 0 ? ` It has made ${counted(job.steps_done, 'gradient step')}.` : '';
  return (
    <>
      <button type="button" class="danger" onClick={() => ask(true)}>
        {children}
      </button>
      {asks && (
        <Confirm
          title="Cancel the job"
          what={`It ends without a checkpoint.${done} Trying it again goes on from there.`}
          keep="Let it run"
          go="Cancel the job"
          act={cancel}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
}

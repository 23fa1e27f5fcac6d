import { TimeZone } from "../../../feed/view/timeZone";
import { type Calendar, utcCalendar } from "../../../shared/calendar";
import { dayMs } from "../../../shared/instant";

/** The calendar of any time zone, whatever this machine is set to. @param timeZone IANA name */
export function zoneCalendar(timeZone: string): Calendar {
  const zone = TimeZone.named(timeZone);
  return {
    partsOf: (ms) => utcCalendar.partsOf(ms + zone.offset(ms)),
    instantOf: (time) => instantOf(utcCalendar.instantOf(time), zone),
  };
}

/** @param time of the calendar and the clock, as if the zone were UTC */
function instantOf(time: number, zone: TimeZone): number {
  const [before, after] = [zone.offset(time - dayMs), zone.offset(time + dayMs)];
  const instants = [time - before, time - after].filter((ms) => ms + zone.offset(ms) === time);
  // When clocks change, a time that they skip has no instant, and one that they repeat has two.
  return instants.length === 0 ? time - before : Math.min(...instants);
}
